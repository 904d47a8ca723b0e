import { type DetailSelectors } from '@govcrawler/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Spin, Steps } from 'antd';
import { useEffect, useState } from 'react';
import { change, read } from '../api/admin-client.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Failure } from '../parts/failure-help.js';
import { PageTitle } from '../parts/page-title.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { useMay } from '../session/session.js';
import { ArticlePreviews } from '../wizard/article-previews.js';
import { ListCheck } from '../wizard/list-check.js';
import { SaveColumn } from '../wizard/save-column.js';

const FILTERS = ['look'] as const;
const STEPS = ['栏目地址', '核对列表', '核对文章', '保存'];

/** Adds a column of a site from its address alone: nobody types a selector. */
export default function WizardPage() {
  const { filters, change: setFilters } = useFilters(FILTERS);
  const mayRun = useMay('operator');
  const [step, setStep] = useState(0);
  const [detail, setDetail] = useState<DetailSelectors>({});
  const look = useQuery({
    queryKey: ['inspection', filters.look],
    queryFn: ({ signal }) => read('/admin/api/inspections/{id}', { path: { id: filters.look }, signal }),
    enabled: filters.look !== '',
    staleTime: Infinity,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.state) ? 1_000 : false),
  });
  const start = useMutation({
    mutationFn: (url: string) => change('post', '/admin/api/targets/inspect', { body: { url } }),
    onSuccess: ({ id }) => {
      setFilters({ look: id });
      setDetail({});
      setStep(1);
    },
  });
  const at = filters.look === '' ? 0 : Math.max(1, step);
  // Braces: browsers may answer a scroll with a promise, which React would call to clean up.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [at]);
  if (!mayRun) {
    return (
      <>
        <PageTitle title="添加栏目" />
        <EmptyHint why="添加栏目需要操作员权限，请联系管理员。" />
      </>
    );
  }
  return (
    <>
      <PageTitle title="添加栏目" note="粘贴一个栏目的地址，平台会找出列表、文章和翻页方式" />
      <Steps current={at} size="small" items={STEPS.map((title) => ({ title }))} className="wizard-steps" />
      {at === 0 && (
        <section className="panel">
          {start.error && <ProblemAlert error={start.error} />}
          <Input.Search
            size="large"
            autoFocus
            placeholder="http://www.example.gov.cn/zwgk/tzgg/"
            aria-label="栏目地址"
            enterButton="开始"
            maxLength={4000}
            loading={start.isPending}
            defaultValue={start.variables}
            onSearch={(url) => url.trim() !== '' && start.mutate(withScheme(url.trim()))}
          />
          <p className="faint">填写的是列表页（例如“通知公告”栏目）的地址，不是首页或单篇文章的地址。</p>
          <ol className="wizard-outline">
            <li>
              <b>核对列表</b> 平台读取这个页面，标出找到的标题、日期和翻页；不对就点击一行正确的标题。
            </li>
            <li>
              <b>核对文章</b> 预览前三篇文章的标题、时间、来源和正文；不对就在页面上点选。
            </li>
            <li>
              <b>保存</b> 起个名称，选定运行时间，马上开始第一次采集。
            </li>
          </ol>
        </section>
      )}
      {look.error && <ProblemAlert error={look.error} onRetry={() => void look.refetch()} />}
      {at > 0 && look.data && isUnderWay(look.data.state) && (
        <section className="panel" role="status">
          <Spin size="small" /> 正在读取 {look.data.url} …
        </section>
      )}
      {at > 0 && look.data?.error && (
        <Alert
          type="error"
          title={<Failure message={look.data.error} />}
          description={look.data.url}
          action={<Button onClick={() => setFilters({ look: null })}>换一个地址</Button>}
        />
      )}
      {at === 1 && look.data?.state === 'done' && (
        <ListCheck look={look.data} onNext={() => setStep(2)} onBack={() => setFilters({ look: null })} />
      )}
      {at === 2 && look.data && (
        <ArticlePreviews
          look={look.data}
          detail={detail}
          onDetail={setDetail}
          onNext={() => setStep(3)}
          onBack={() => setStep(1)}
        />
      )}
      {at === 3 && look.data && <SaveColumn look={look.data} detail={detail} onBack={() => setStep(2)} />}
    </>
  );
}

/** People paste addresses as browsers show them. */
function withScheme(url: string): string {
  return /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`;
}

function isUnderWay(state: string | undefined): boolean {
  return state === 'queued' || state === 'running';
}
