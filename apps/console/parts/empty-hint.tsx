import { Button, Empty } from 'antd';
import { type ReactNode } from 'react';
import { count } from './number-format.js';

/** An empty list says why it is empty and what can be done about it. */
export function EmptyHint({ why, children }: { why: string; children?: ReactNode }) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={why}>
      {children}
    </Empty>
  );
}

/** The address names a page behind the last one: the list got shorter, or somebody typed it. */
export function BehindLastPage({ total, onFirst }: { total: number; onFirst: () => void }) {
  return (
    <EmptyHint why={`这一页已经没有内容，符合条件的共 ${count(total)} 条`}>
      <Button onClick={onFirst}>回到第一页</Button>
    </EmptyHint>
  );
}
