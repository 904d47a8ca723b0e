import { type UseQueryResult } from '@tanstack/react-query';
import { Spin, Table, type TableProps } from 'antd';
import { memo, type ReactNode } from 'react';
import { BehindLastPage } from './empty-hint.js';
import { Pager, type PagerProps } from './pager.js';
import { ProblemAlert } from './problem-alert.js';

interface ListTableProps<T> extends Omit<
  TableProps<T>,
  'pagination' | 'loading' | 'dataSource' | 'locale' | 'title' | 'onChange'
> {
  query: Pick<
    UseQueryResult<{ items: T[]; total: number }>,
    'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'refetch'
  >;
  pager: Omit<PagerProps, 'total'>;
  /** Why nothing is there, and what to do about it. */
  empty: ReactNode;
}

const STICKY = { offsetHeader: 56 };
const NO_ROWS: never[] = [];
/** Drawing the rows is most of the work of a page: only new rows or another selection are a reason to. */
const RowsTable = memo(Table) as unknown as <T extends object>(props: TableProps<T>) => ReactNode;

/** A list that the server pages: its trouble, its rows with a head that stays in sight, and the pager. */
export function ListTable<T extends object>({ query, pager, empty, ...table }: ListTableProps<T>) {
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  const nothing = !data ? (
    ' '
  ) : data.total > 0 ? (
    <BehindLastPage total={data.total} onFirst={() => pager.onChange(1, pager.size)} />
  ) : (
    empty
  );
  return (
    <>
      {error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {(data || isPending) && (
        <Spin spinning={isPending || isPlaceholderData} delay={isPending ? 0 : 150}>
          <RowsTable<T>
            size="middle"
            sticky={STICKY}
            {...table}
            dataSource={data?.items ?? NO_ROWS}
            pagination={false}
            {...(data && data.items.length > 0 ? {} : { locale: { emptyText: nothing } })}
          />
        </Spin>
      )}
      <Pager {...pager} total={data?.total ?? 0} />
    </>
  );
}
