import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined';
import { type ArticleRow, type ArticleStatus, type PageOf, type SiteView } from '@govcrawler/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input, Select, Table, Tag, Tooltip, type TableProps } from 'antd';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { getJson } from '../api/api-client.js';
import { beijingMinutes } from '../parts/beijing-time.js';
import { BehindLastPage, EmptyHint } from '../parts/empty-hint.js';
import { count } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { ARTICLE_STATUS } from '../parts/words.js';

const ArticleReader = lazy(() => import('./article-reader.js'));
const FILTERS = ['q', 'site', 'target', 'status', 'files', 'page', 'size', 'article'] as const;
const SIZES = [20, 50, 100, 200];

/** Everything collected, newest first. Each page comes from the server; filters and the open article are in the address. */
export default function ArticlesPage() {
  const { filters, change } = useFilters(FILTERS);
  const page = Math.max(1, Number.parseInt(filters.page, 10) || 1);
  const size = SIZES.find((choice) => String(choice) === filters.size) ?? 20;
  const articles = useQuery({
    queryKey: ['articles', filters.q, filters.site, filters.target, filters.status, filters.files, page, size],
    queryFn: ({ signal }) =>
      getJson<PageOf<ArticleRow>>(
        '/articles/search',
        {
          q: filters.q,
          siteCode: filters.site,
          targetCode: filters.target,
          status: filters.status,
          hasAttachment: filters.files,
          limit: size,
          offset: (page - 1) * size,
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  const filtered = Boolean(filters.q || filters.site || filters.target || filters.status || filters.files);
  const open = (id: number) => change({ article: id, page: filters.page });
  const clear = () => change({ q: null, site: null, target: null, status: null, files: null });
  return (
    <>
      <PageTitle title="文章" note={articles.data && `共 ${count(articles.data.total)} 篇`} />
      <div className="filters">
        <Input.Search
          key={filters.q}
          defaultValue={filters.q}
          placeholder="标题关键词"
          aria-label="关键词"
          allowClear
          maxLength={200}
          className="filter-wide"
          onSearch={(q) => change({ q: q.trim() })}
        />
        <SiteSelect value={filters.site} onChange={(site) => change({ site, target: null })} />
        <Select
          allowClear
          placeholder="全部状态"
          aria-label="状态"
          className="filter"
          value={filters.status || undefined}
          onChange={(status) => change({ status })}
          options={Object.entries(ARTICLE_STATUS).map(([value, { text }]) => ({ value, label: text }))}
        />
        <Select
          allowClear
          placeholder="有无附件"
          aria-label="附件"
          className="filter"
          value={filters.files || undefined}
          onChange={(files) => change({ files })}
          options={[
            { value: 'true', label: '有附件' },
            { value: 'false', label: '无附件' },
          ]}
        />
        {filters.target && (
          <Tag closable onClose={() => change({ target: null })}>
            采集目标：{filters.target}
          </Tag>
        )}
        {filtered && (
          <Button type="link" onClick={clear}>
            清除筛选
          </Button>
        )}
      </div>
      {articles.error && <ProblemAlert error={articles.error} onRetry={() => void articles.refetch()} />}
      {(articles.data || articles.isPending) && (
        <Table
          rowKey="id"
          size="middle"
          className="clickable-rows"
          sticky={{ offsetHeader: 56 }}
          loading={articles.isPending || articles.isPlaceholderData}
          columns={columns(open)}
          dataSource={articles.data?.items ?? []}
          onRow={({ id }) => ({ onClick: () => open(id) })}
          pagination={{
            current: page,
            pageSize: size,
            total: articles.data?.total ?? 0,
            showSizeChanger: true,
            pageSizeOptions: SIZES,
            showTotal: (total, [from, to]) => `第 ${count(from)}–${count(to)} 篇，共 ${count(total)} 篇`,
            onChange: (next, nextSize) => {
              change({ page: nextSize === size ? next : 1, size: nextSize });
              window.scrollTo(0, 0);
            },
          }}
          locale={{
            emptyText: !articles.data ? (
              ' '
            ) : articles.data.total > 0 ? (
              <BehindLastPage total={articles.data.total} onFirst={() => change({ page: null })} />
            ) : (
              <NoArticles filtered={filtered} onClear={clear} />
            ),
          }}
        />
      )}
      <Suspense>
        {filters.article && (
          <ArticleReader id={filters.article} onClose={() => change({ article: null, page: filters.page })} />
        )}
      </Suspense>
    </>
  );
}

const columns = (open: (id: number) => void): TableProps<ArticleRow>['columns'] => [
  {
    title: '标题',
    dataIndex: 'title',
    // A button, so that the keyboard reaches it; its click is the row's.
    render: (title: string, { id }) => (
      <button
        type="button"
        className="article-title"
        title={title.length > 60 ? title : undefined}
        onClick={(event) => {
          event.stopPropagation();
          open(id);
        }}
      >
        {title || '（无标题）'}
      </button>
    ),
  },
  {
    title: '文号',
    dataIndex: 'docNo',
    width: 164,
    responsive: ['lg'],
    ellipsis: true,
    render: (docNo: string | null) => docNo ?? <span className="faint">—</span>,
  },
  { title: '站点', dataIndex: 'siteName', width: 138, ellipsis: true, responsive: ['md'] },
  {
    title: '栏目',
    dataIndex: 'targetName',
    width: 116,
    responsive: ['lg'],
    ellipsis: true,
    render: (name: string | null) => name ?? <span className="faint">—</span>,
  },
  {
    title: '发布日期',
    dataIndex: 'publishDate',
    width: 108,
    className: 'figures-column',
    render: (day: string | null, { fetchedAt }) => (
      <span title={`采集于 ${beijingMinutes(fetchedAt)}`}>{day ?? <span className="faint">未知</span>}</span>
    ),
  },
  {
    title: '状态',
    dataIndex: 'status',
    width: 96,
    responsive: ['sm'],
    render: (status: ArticleStatus) => (
      <Tooltip title={ARTICLE_STATUS[status].hint}>
        <Tag color={ARTICLE_STATUS[status].color}>{ARTICLE_STATUS[status].text}</Tag>
      </Tooltip>
    ),
  },
  {
    title: '附件',
    dataIndex: 'hasAttachment',
    width: 60,
    align: 'center',
    responsive: ['sm'],
    render: (has: boolean) => has && <PaperClipOutlined aria-label="有附件" title="有附件" />,
  },
];

function SiteSelect({ value, onChange }: { value: string; onChange: (site: string | undefined) => void }) {
  const sites = useQuery({
    queryKey: ['sites'],
    queryFn: ({ signal }) => getJson<SiteView[]>('/sites', {}, signal),
    staleTime: 60_000,
  });
  const options = (sites.data ?? []).map(({ code, name }) => ({ value: code, label: name }));
  // A filter from the address shows its code until the names are here.
  const known = value === '' || options.some((option) => option.value === value);
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="全部站点"
      aria-label="站点"
      className="filter-site"
      loading={sites.isPending}
      value={value || undefined}
      onChange={onChange}
      options={known ? options : [{ value, label: value }, ...options]}
    />
  );
}

function NoArticles({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <EmptyHint why="没有符合这些条件的文章">
      <Button onClick={onClear}>清除筛选</Button>
    </EmptyHint>
  ) : (
    <EmptyHint why="还没有采集到任何文章。运行一个采集目标，文章会陆续出现在这里。">
      <Link href="/sites">去运行采集目标</Link>
    </EmptyHint>
  );
}
