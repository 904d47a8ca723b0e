import { type ParserOverride, type ReparseReport, type ReparseView } from '@govcrawler/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Popconfirm, Progress } from 'antd';
import { useEffect, useState } from 'react';
import { change, read } from '../api/admin-client.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Failure } from '../parts/failure-help.js';
import { count } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useMay } from '../session/session.js';
import { ArticleChanges, fieldName } from './article-changes.js';

interface ReparsePanelProps {
  targetCode: string;
  override: ParserOverride | null;
  /** Whether the override is what is saved: only then may it be written to articles. */
  saved: boolean;
}

/** Reads all stored pages again: first shows what would change, then writes it as new revisions. */
export function ReparsePanel({ targetCode, override, saved }: ReparsePanelProps) {
  const [id, setId] = useState<number | null>(null);
  const client = useQueryClient();
  const run = useQuery({
    queryKey: ['reparse', id],
    queryFn: ({ signal }) => read('/admin/api/reparses/{id}', { path: { id: id! }, signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? 1_000 : false),
  });
  const preview = useMutation({
    mutationFn: () =>
      change('post', '/admin/api/targets/{code}/reparse', { path: { code: targetCode }, body: { override } }),
    onSuccess: (started) => setId(started.id),
  });
  const cancel = useMutation({
    mutationFn: () => change('post', '/admin/api/reparses/{id}/cancel', { path: { id: id! } }),
    onSettled: () => run.refetch(),
  });
  const view = run.data;
  const written = view?.apply === true && view.state === 'done';
  useEffect(() => {
    if (written)
      for (const key of ['articles', 'revisions', 'parser-try']) void client.invalidateQueries({ queryKey: [key] });
  }, [written, client]);
  const isRunning = isUnderWay(view);
  return (
    <section className="panel" aria-label="重新解析">
      <h2>
        重新解析已采集的文章
        <Button size="small" disabled={isRunning} loading={preview.isPending} onClick={() => preview.mutate()}>
          预览变化
        </Button>
        {isRunning && (
          <Button size="small" danger loading={cancel.isPending} onClick={() => cancel.mutate()}>
            停止
          </Button>
        )}
      </h2>
      {preview.error && <ProblemAlert error={preview.error} />}
      {run.error && <ProblemAlert error={run.error} onRetry={() => void run.refetch()} />}
      {!view && (
        <p className="faint">按上面的选择器重读全部已保存的原始页面，不访问网站。先预览，确认后才写入新的修订。</p>
      )}
      {view?.error && <Failure message={view.error} />}
      {view?.report && <Report view={view} report={view.report} />}
      {view?.state === 'cancelled' && <p role="status">已停止；停止前写入的修订会保留。</p>}
      {view?.state === 'done' && !view.apply && <Apply key={view.id} view={view} saved={saved} onStarted={setId} />}
    </section>
  );
}

function Report({ view, report }: { view: ReparseView; report: ReparseReport }) {
  const fields = Object.entries(report.changesByField).sort(([, a], [, b]) => b - a);
  const kept = report.wouldBeEmpty + report.noRawPage;
  return (
    <>
      {isUnderWay(view) && (
        <Progress
          percent={report.articles === 0 ? 0 : Math.round((report.read / report.articles) * 100)}
          size="small"
          aria-label="重新解析的进度"
        />
      )}
      <p role="status">
        {view.apply && view.state === 'done' && <b>已写入 {count(report.applied)} 篇的新修订。</b>}
        已读 {count(report.read)} / {count(report.articles)} 篇：<b>{count(report.changed)}</b> 篇有变化，
        {count(report.unchanged)} 篇不变{kept > 0 && `，${count(kept)} 篇保持原样（读不到正文或没有原始页面）`}
        {fields.length > 0 &&
          `。变化的字段：${fields.map(([name, times]) => `${fieldName(name)} ${count(times)}`).join('、')}`}
      </p>
      {report.samples.length > 0 && <ArticleChanges articles={report.samples} />}
      {view.state === 'done' && report.articles === 0 && <EmptyHint why="这个采集目标还没有保存过文章。" />}
    </>
  );
}

function Apply({ view, saved, onStarted }: { view: ReparseView; saved: boolean; onStarted: (id: number) => void }) {
  const mayApply = useMay('admin');
  const changed = view.report?.changed ?? 0;
  const apply = useMutation({
    mutationFn: () => change('post', '/admin/api/reparses/{id}/apply', { path: { id: view.id } }),
    onSuccess: ({ id }) => onStarted(id),
  });
  if (changed === 0) return null;
  return (
    <>
      {apply.error && <ProblemAlert error={apply.error} />}
      {!saved && <Alert type="info" showIcon title="先保存选择器，才能写入；否则下次采集又会按旧的选择器读取。" />}
      <div className="wizard-buttons">
        <Popconfirm
          title={`把变化写入 ${count(changed)} 篇文章？`}
          description="每篇写入一个新修订，旧修订保留；下游会收到这些变更"
          okText="写入"
          onConfirm={() => apply.mutate()}
        >
          <Button
            type="primary"
            disabled={!saved || !mayApply}
            title={mayApply ? undefined : '需要管理员权限'}
            loading={apply.isPending}
          >
            写入 {count(changed)} 篇
          </Button>
        </Popconfirm>
      </div>
    </>
  );
}

function isUnderWay(view: ReparseView | undefined): boolean {
  return view?.state === 'queued' || view?.state === 'running';
}
