import { Pagination } from 'antd';
import { count } from './number-format.js';

export const PAGE_SIZES = [20, 50, 100, 200];

export interface PagerProps {
  page: number;
  size: number;
  total: number;
  /** The counting word: 篇, 个, 条. */
  unit: string;
  onChange: (page: number, size: number) => void;
  /** Without one the size is fixed. */
  sizes?: readonly number[];
}

/** The one pager: for lists that the server pages and for slices of what is already here. */
export function Pager({ page, size, total, unit, onChange, sizes = PAGE_SIZES }: PagerProps) {
  if (total === 0) return null;
  return (
    <Pagination
      className="pager"
      align="end"
      current={page}
      pageSize={size}
      total={total}
      showSizeChanger={sizes.length > 1 && total > Math.min(...sizes)}
      pageSizeOptions={[...sizes]}
      showTotal={(all, [from, to]) =>
        from <= all ? `第 ${count(from)}–${count(to)} ${unit}，共 ${count(all)} ${unit}` : `共 ${count(all)} ${unit}`
      }
      onChange={(next, nextSize) => {
        onChange(nextSize === size ? next : 1, nextSize);
        window.scrollTo(0, 0);
      }}
    />
  );
}

/** Page and size as the address names them; what makes no sense there is the first page. */
export function paging(filters: { page: string; size?: string }, defaultSize = 20) {
  const page = Math.max(1, Number.parseInt(filters.page, 10) || 1);
  const size = PAGE_SIZES.find((choice) => String(choice) === filters.size) ?? defaultSize;
  return { page, size, limit: size, offset: (page - 1) * size };
}
