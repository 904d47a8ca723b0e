import { type ParserOverride, type SelectorProposal, type TargetParserView } from '@govcrawler/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Popconfirm, Spin, Tag } from 'antd';
import { useState } from 'react';
import { change, read } from '../api/admin-client.js';
import { ExternalLink } from '../parts/external-link.js';
import { Failure } from '../parts/failure-help.js';
import { useMessages } from '../parts/messages.js';
import { Ago } from '../parts/moment.js';
import { count } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useMay } from '../session/session.js';

interface SelectorProposalsProps {
  parser: TargetParserView;
  onAccepted: () => void;
}

/**
 * Selectors that the platform proposes for a target, asked for here or by an alert, with what they read on stored
 * pages. Nothing of the target changes until a person takes them over.
 */
export function SelectorProposals({ parser, onAccepted }: SelectorProposalsProps) {
  const path = { code: parser.targetCode };
  const client = useQueryClient();
  const [asked, setAsked] = useState<number | null>(null);
  const known = useQuery({
    queryKey: ['selector-proposals', parser.targetCode],
    queryFn: ({ signal }) => read('/admin/api/targets/{code}/selector-proposals', { path, signal }),
  });
  const id = asked ?? known.data?.[0]?.id ?? null;
  const proposal = useQuery({
    queryKey: ['selector-proposal', id],
    queryFn: ({ signal }) => read('/admin/api/selector-proposals/{id}', { path: { id: id! }, signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.state) ? 1_000 : false),
  });
  const ask = useMutation({
    mutationFn: () => change('post', '/admin/api/targets/{code}/propose-selectors', { path }),
    onSuccess: (started) => {
      setAsked(started.id);
      void client.invalidateQueries({ queryKey: ['selector-proposals', parser.targetCode] });
    },
  });
  const view = proposal.data;
  const waits = isUnderWay(view?.state);
  return (
    <section className="panel" aria-label="选择器建议">
      <h2>
        选择器建议
        <Button size="small" disabled={waits} loading={ask.isPending} onClick={() => ask.mutate()}>
          {view ? '重新建议' : '请平台建议'}
        </Button>
      </h2>
      {[ask.error, known.error, proposal.error].map(
        (error, index) => error && <ProblemAlert key={index} error={error} />,
      )}
      {known.data && id === null && (
        <p className="faint">
          没有选择器，或网站改版后读不到内容时：平台先自行推断，不够时再问大模型，并在至少 3
          篇已保存的页面上验证。不会自动改动任何设置。
        </p>
      )}
      {view && waits && (
        <p role="status">
          <Spin size="small" /> 正在读取列表页和已保存的页面 …
        </p>
      )}
      {view?.error && <Failure message={view.error} />}
      {view?.proposal && (
        <>
          <p className="faint">
            {view.createdBy} 提出，
            <Ago time={view.createdAt} />
          </p>
          <Proposed proposal={view.proposal} />
          {view.proposal.accepted && <Accept parser={parser} proposal={view.proposal} onAccepted={onAccepted} />}
        </>
      )}
    </section>
  );
}

const BY = { inference: '自行推断', model: '大模型提出' };
const FIELDS = { title: '标题', publish_time: '发布时间', source: '来源', content: '正文', attachment_css: '附件' };

function Proposed({
  proposal: { accepted, listBy, detailBy, listRows, parser, checks, problems, yaml },
}: {
  proposal: SelectorProposal;
}) {
  const list = Object.entries(parser.list_selector ?? {});
  const detail = Object.entries(parser.detail ?? {});
  return (
    <>
      <Alert
        type={accepted ? 'success' : 'warning'}
        showIcon
        title={accepted ? '已在保存的页面上验证，可以采用' : '没有通过验证，不能采用'}
        description={problems.map((problem) => (
          <div key={problem}>{problem}</div>
        ))}
      />
      <div className="proposal-columns">
        <div>
          <h3>列表{listBy && `（${BY[listBy]}，读出 ${count(listRows)} 行）`}</h3>
          <Selectors entries={list} />
          <h3>文章{detailBy && `（${BY[detailBy]}）`}</h3>
          <Selectors entries={detail} />
        </div>
        <div>
          <h3>在已保存的页面上读到</h3>
          {checks.length === 0 && <p className="faint">没有可用的页面</p>}
          <ul className="proposal-checks">
            {checks.map(({ url, title, publishTime, content }) => (
              <li key={url}>
                <Found found={title}>标题</Found>
                <Found found={publishTime}>时间</Found>
                <Found found={content}>正文</Found>
                <ExternalLink url={url}>{new URL(url).pathname}</ExternalLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <details>
        <summary>站点文件写法（YAML）</summary>
        <pre className="proposal-yaml" tabIndex={0}>
          {yaml}
        </pre>
      </details>
    </>
  );
}

function Selectors({ entries }: { entries: [string, unknown][] }) {
  if (entries.length === 0) return <p className="faint">没有</p>;
  return (
    <dl className="read-fields">
      {entries.map(([field, selector]) => (
        <div key={field}>
          <dt>{FIELDS[field as keyof typeof FIELDS] ?? field}</dt>
          <dd className="code">{String(selector)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Found({ found, children }: { found: boolean; children: string }) {
  return (
    <Tag color={found ? 'success' : 'error'}>
      {found ? '✓' : '✗'} {children}
    </Tag>
  );
}

function Accept({ parser, proposal, onAccepted }: SelectorProposalsProps & { proposal: SelectorProposal }) {
  const mayEdit = useMay('admin');
  const client = useQueryClient();
  const messages = useMessages();
  const override = mergeProposal(parser, proposal);
  const isUsed = JSON.stringify(override) === JSON.stringify(parser.override);
  const accept = useMutation({
    mutationFn: () =>
      change('put', '/admin/api/targets/{code}/parser', {
        path: { code: parser.targetCode },
        body: { override, version: parser.version },
      }),
    onSuccess: (saved) => {
      client.setQueryData(['parser', parser.targetCode], saved);
      void client.invalidateQueries({ queryKey: ['parser-try', parser.targetCode] });
      void messages.success('已采用建议的选择器，下次采集起生效');
      onAccepted();
    },
  });
  if (isUsed) return <p role="status">已经采用。</p>;
  return (
    <>
      {accept.error && <ProblemAlert error={accept.error} />}
      <Popconfirm
        title="采用这些选择器？"
        description="会替换这个采集目标现在的列表、翻页和文章选择器"
        okText="采用"
        cancelText="返回"
        onConfirm={() => accept.mutate()}
      >
        <Button
          type="primary"
          disabled={!mayEdit}
          title={mayEdit ? undefined : '采用需要管理员权限'}
          loading={accept.isPending}
        >
          采用建议
        </Button>
      </Popconfirm>
    </>
  );
}

/** Only the YAML adapter reads lists by selectors; of the others, the proposal concerns the page alone. */
function mergeProposal({ adapter, override }: TargetParserView, { parser }: SelectorProposal): ParserOverride {
  const { detail } = parser;
  const detailOnly = { ...override, ...(detail ? { detail } : {}) };
  return adapter === 'yaml' ? { ...detailOnly, ...parser } : detailOnly;
}

function isUnderWay(state: string | undefined): boolean {
  return state === 'queued' || state === 'running';
}
