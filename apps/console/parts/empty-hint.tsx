import { Empty } from 'antd';
import { type ReactNode } from 'react';

/** An empty list says why it is empty and what can be done about it. */
export function EmptyHint({ why, children }: { why: string; children?: ReactNode }) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={why}>
      {children}
    </Empty>
  );
}
