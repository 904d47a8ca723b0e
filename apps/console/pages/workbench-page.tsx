import { useQuery } from '@tanstack/react-query';
import { Select, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { sitesQuery } from '../api/queries.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { PageTitle } from '../parts/page-title.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { useMay } from '../session/session.js';
import { SelectorProposals } from '../workbench/selector-proposals.js';
import { Workbench } from '../workbench/workbench.js';

const FILTERS = ['target', 'article'] as const;

/** How the pages of one target are read: tried on what is stored, compared, saved, and applied to what was collected. */
export default function WorkbenchPage() {
  const { filters, change } = useFilters(FILTERS);
  const { target, article } = filters;
  const mayTry = useMay('operator');
  // A proposal that was taken over replaces what is being edited.
  const [accepted, setAccepted] = useState(0);
  const sites = useQuery(sitesQuery);
  const parser = useQuery({
    queryKey: ['parser', target],
    queryFn: ({ signal }) => read('/admin/api/targets/{code}/parser', { path: { code: target }, signal }),
    enabled: mayTry && target !== '',
  });
  const newest = useQuery({
    queryKey: ['articles', 'of-target', target],
    queryFn: ({ signal }) => read('/admin/api/articles/search', { query: { targetCode: target, limit: 50 }, signal }),
    enabled: mayTry && target !== '',
  });
  const targets = (sites.data ?? []).flatMap((site) =>
    site.targets.map(({ code, name }) => ({ value: code, label: `${site.name} · ${name}` })),
  );
  const pages = (newest.data?.items ?? []).map(({ id, title }) => ({
    value: String(id),
    label: title || '（无标题）',
  }));
  const isListed = article === '' || pages.some(({ value }) => value === article);
  if (!mayTry) {
    return (
      <>
        <PageTitle title="选择器工作台" />
        <EmptyHint why="试用选择器需要操作员权限，请联系管理员。" />
      </>
    );
  }
  return (
    <>
      <PageTitle title="选择器工作台" note="在已保存的页面上调整选择器，立即看到提取结果">
        {target && <Link href={`/articles?target=${encodeURIComponent(target)}`}>看文章</Link>}
      </PageTitle>
      <div className="filters">
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="选择采集目标"
          aria-label="采集目标"
          className="workbench-choice"
          loading={sites.isPending}
          value={target || undefined}
          options={targets}
          onChange={(next: string) => change({ target: next, article: null })}
        />
        {target && (
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="最新的一篇"
            aria-label="页面"
            className="workbench-choice"
            allowClear
            loading={newest.isPending}
            value={article || undefined}
            options={isListed ? pages : [{ value: article, label: `文章 #${article}` }, ...pages]}
            onChange={(next?: string) => change({ article: next })}
          />
        )}
      </div>
      {target === '' && <EmptyHint why="先选择一个采集目标。" />}
      {parser.error && <ProblemAlert error={parser.error} onRetry={() => void parser.refetch()} />}
      {target !== '' && parser.isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {parser.data && (
        <SelectorProposals key={target} parser={parser.data} onAccepted={() => setAccepted((before) => before + 1)} />
      )}
      {parser.data && newest.data?.items.length === 0 && (
        <EmptyHint why="这个采集目标还没有保存过文章，没有可以试用的页面。先运行一次。">
          <Link href={`/targets?q=${encodeURIComponent(target)}`}>去运行</Link>
        </EmptyHint>
      )}
      {parser.data && newest.data && newest.data.items.length > 0 && (
        <Workbench
          key={`${target} ${accepted}`}
          parser={parser.data}
          articleId={article === '' ? null : Number(article)}
          onOpen={(id) => {
            change({ article: id });
            window.scrollTo(0, 0);
          }}
        />
      )}
    </>
  );
}
