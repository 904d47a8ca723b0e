import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, type TableProps } from 'antd';
import { type FoundArticle } from '@govcrawler/contracts';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { ListTable } from '../parts/list-table.js';
import { count } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { paging } from '../parts/pager.js';
import { useFilters } from '../parts/use-filters.js';
import { articleColumns } from './article-columns.js';
import { ARTICLE_FILTERS, ArticleFilters, articleQuery, isFiltered, NO_FILTERS } from './article-filters.js';
import { ExportArticles } from './export-articles.js';
import { ArticleSelectionBar } from './article-selection-bar.js';

const ArticleReader = lazy(() => import('../reader/article-reader.js'));
const FILTERS = [...ARTICLE_FILTERS, 'page', 'size', 'article'] as const;

/** Everything collected, newest first. Each page comes from the server; filters and the open article are in the address. */
export default function ArticlesPage() {
  const { filters, change } = useFilters(FILTERS);
  const { page, size, limit, offset } = paging(filters);
  const [selected, setSelected] = useState<number[]>([]);
  const asked = articleQuery(filters);
  const articles = useQuery({
    queryKey: ['articles', asked, page, size],
    queryFn: ({ signal }) => read('/admin/api/articles/search', { query: { ...asked, limit, offset }, signal }),
    placeholderData: keepPreviousData,
  });
  const filtered = isFiltered(filters);
  const open = useCallback((id: number) => change({ article: id, page: filters.page }), [change, filters.page]);
  const columns = useMemo(() => articleColumns(open), [open]);
  const onRow = useCallback(({ id }: FoundArticle) => ({ onClick: () => open(id) }), [open]);
  const rowSelection = useMemo(() => selection(selected, setSelected), [selected]);
  return (
    <>
      <PageTitle title="文章" note={articles.data && `共 ${count(articles.data.total)} 篇`}>
        <ExportArticles asked={asked} total={articles.data?.total ?? 0} />
      </PageTitle>
      <ArticleFilters filters={filters} change={change} />
      <ArticleSelectionBar
        selected={selected}
        asked={asked}
        total={articles.data?.total ?? 0}
        filtered={filtered}
        onSelect={setSelected}
      />
      <ListTable
        rowKey="id"
        className="clickable-rows"
        query={articles}
        columns={columns}
        scroll={SCROLL}
        onRow={onRow}
        rowSelection={rowSelection}
        pager={{ page, size, unit: '篇', onChange: (next, nextSize) => change({ page: next, size: nextSize }) }}
        empty={<NoArticles filtered={filtered} onClear={() => change(NO_FILTERS)} />}
      />
      <Suspense>
        {filters.article && (
          <ArticleReader
            id={filters.article}
            neighbours={articles.data?.items.map(({ id }) => id) ?? []}
            onOpen={open}
            onClose={() => change({ article: null, page: filters.page })}
          />
        )}
      </Suspense>
    </>
  );
}

const SCROLL = { x: 760 };

function selection(selected: number[], select: (ids: number[]) => void): TableProps<FoundArticle>['rowSelection'] {
  return {
    selectedRowKeys: selected,
    preserveSelectedRowKeys: true,
    onChange: (keys) => select(keys as number[]),
    columnWidth: 40,
    fixed: true,
    getCheckboxProps,
  };
}

const getCheckboxProps = ({ title }: FoundArticle) => ({ 'aria-label': `选择“${title}”` });

function NoArticles({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <EmptyHint why="没有符合这些条件的文章">
      <Button onClick={onClear}>清除筛选</Button>
    </EmptyHint>
  ) : (
    <EmptyHint why="还没有采集到任何文章。运行一个采集目标，文章会陆续出现在这里。">
      <Link href="/targets">去运行采集目标</Link>
    </EmptyHint>
  );
}
