import { type BriefingItemView, type BriefingView } from '@govcrawler/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Popconfirm, Skeleton, Tag } from 'antd';
import { Link } from 'wouter';
import { change, read } from '../api/admin-client.js';
import { beijingMinutes } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { ExternalLink } from '../parts/external-link.js';
import { useMessages } from '../parts/messages.js';
import { count } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { JOB_STATE } from '../parts/words.js';
import { useMay } from '../session/session.js';
import { BriefingProgressLine, costLine, isUnfinished } from './briefing-progress.js';

/** One briefing: while it is written, how far it is; afterwards its documents, the most important first. */
export default function BriefingReader({ id, onClose }: { id: string; onClose: () => void }) {
  const briefing = useQuery({
    queryKey: ['briefings', 'one', id],
    queryFn: ({ signal }) => read('/admin/api/briefings/{id}', { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? 15_000 : false),
  });
  const { data } = briefing;
  return (
    <Drawer open onClose={onClose} size="min(860px, 100vw)" title={data ? data.order.title : '简报'}>
      {briefing.error && <ProblemAlert error={briefing.error} onRetry={() => void briefing.refetch()} />}
      {briefing.isPending && <Skeleton active />}
      {data && <Contents briefing={data} />}
    </Drawer>
  );
}

function Contents({ briefing }: { briefing: BriefingView }) {
  const { order, state, progress, items, rankedBy, error, finishedAt, delivery } = briefing;
  const usage = progress?.usage;
  return (
    <div className="reader">
      <p className="reader-tags">
        <Tag color={JOB_STATE[state].color}>{JOB_STATE[state].text}</Tag>
        <span>
          {order.from} 至 {order.to}
        </span>
        {rankedBy && <span className="faint">{rankedBy === 'model' ? '按重要性排序' : '按日期排序'}</span>}
        {finishedAt && <span className="faint">完成于 {beijingMinutes(finishedAt)}</span>}
      </p>
      {isUnfinished(briefing) && (
        <>
          <BriefingProgressLine briefing={briefing} />
          <CancelBriefing id={briefing.id} />
        </>
      )}
      {usage && (
        <p className="faint">
          费用 {costLine(progress)}，输入 {count(usage.promptTokens)}、输出 {count(usage.completionTokens)} 个 token
        </p>
      )}
      {delivery && (
        <p className="faint">
          发送给 {delivery.consumer}：{DELIVERY[delivery.state]}
          {delivery.error && `（${delivery.error}）`}
        </p>
      )}
      {error && <Alert type="error" showIcon title={error} />}
      {progress && progress.notes.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title="部分步骤没有按计划完成"
          description={progress.notes.map((note) => (
            <div key={note}>{note}</div>
          ))}
        />
      )}
      {state === 'done' && items.length > 0 && (
        <p>
          <a href={`/admin/api/briefings/${briefing.id}/markdown`} download={`briefing-${briefing.id}.md`}>
            下载 Markdown
          </a>
        </p>
      )}
      {state === 'done' && items.length === 0 && <EmptyHint why="所选日期范围内没有文章。" />}
      <ol className="briefing-items">
        {items.map((item) => (
          <BriefingEntry key={item.position} item={item} />
        ))}
      </ol>
    </div>
  );
}

function BriefingEntry({ item }: { item: BriefingItemView }) {
  const { articleId, title, url, publishDate, type, siteName, summary } = item;
  return (
    <li>
      <h3>{articleId === null ? title : <Link href={`/articles?article=${articleId}`}>{title}</Link>}</h3>
      <p className="faint">
        {[publishDate, type, siteName].filter(Boolean).join(' · ')} · <ExternalLink url={url}>原文</ExternalLink>
      </p>
      {summary ? <p>{summary}</p> : <p className="faint">没有摘要</p>}
    </li>
  );
}

const DELIVERY = { waiting: '完成后发送', pending: '等待发送', sent: '已发送', failed: '发送失败' };

function CancelBriefing({ id }: { id: number }) {
  const mayRun = useMay('operator');
  const messages = useMessages();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => change('post', '/admin/api/briefings/{id}/cancel', { path: { id } }),
    onSuccess: () => void messages.success('简报正在停止'),
    onError: messages.problem,
    onSettled: () => client.invalidateQueries({ queryKey: ['briefings'] }),
  });
  if (!mayRun) return null;
  return (
    <Popconfirm
      title="取消这份简报？"
      description="已经采集的文章和摘要会保留"
      okText="取消简报"
      cancelText="返回"
      onConfirm={() => cancel.mutate()}
    >
      <Button size="small" danger loading={cancel.isPending}>
        取消
      </Button>
    </Popconfirm>
  );
}
