import { type UseQueryResult } from '@tanstack/react-query';
import { Table, type TableProps } from 'antd';
import { type ReactNode } from 'react';
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

/** A list that the server pages: its trouble, its rows with a head that stays in sight, and the pager. */
export function ListTable<T extends object>({ query, pager, empty, ...table }: ListTableProps<T>) {
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  return (
    <>
      {error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {(data || isPending) && (
        <Table<T>
          size="middle"
          sticky={{ offsetHeader: 56 }}
          {...table}
          loading={isPending || isPlaceholderData}
          dataSource={data?.items ?? []}
          pagination={false}
          locale={{
            emptyText: !data ? (
              ' '
            ) : data.total > 0 ? (
              <BehindLastPage total={data.total} onFirst={() => pager.onChange(1, pager.size)} />
            ) : (
              empty
            ),
          }}
        />
      )}
      <Pager {...pager} total={data?.total ?? 0} />
    </>
  );
}
