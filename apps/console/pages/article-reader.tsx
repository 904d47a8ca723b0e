import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined';
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined';
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined';
import { type ArticleDetail, type AttachmentView } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Drawer, Skeleton, Tag } from 'antd';
import { read } from '../api/admin-client.js';
import { beijingMinutes, beijingSeconds } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { fileSize } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { DeleteArticle } from './delete-article.js';
import { ARTICLE_STATUS, ATTACHMENT_STATUS, VALIDITY } from '../parts/words.js';

interface ArticleReaderProps {
  id: string;
  /** The list it was opened from, to go on reading. */
  neighbours: number[];
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** One article to read: what it says, what is known about it, its files, and the way to the original. */
export default function ArticleReader({ id, neighbours, onOpen, onClose }: ArticleReaderProps) {
  const article = useQuery({
    queryKey: ['article', id],
    queryFn: ({ signal }) => read('/admin/api/articles/{id}', { path: { id }, signal }),
  });
  return (
    <Drawer
      open
      onClose={onClose}
      size="min(860px, 100vw)"
      title={article.data ? `${article.data.siteName} · ${article.data.targetName ?? '—'}` : '文章'}
      extra={
        article.data && (
          <span className="row-actions">
            <Neighbours id={Number(id)} of={neighbours} onOpen={onOpen} />
            <OriginalLink url={article.data.url} />
            <DeleteArticle id={article.data.id} onDeleted={onClose} />
          </span>
        )
      }
    >
      {article.isPending && <Skeleton active paragraph={{ rows: 12 }} />}
      {article.error && <ProblemAlert error={article.error} onRetry={() => void article.refetch()} />}
      {article.data && <Article article={article.data} />}
    </Drawer>
  );
}

function Article({ article }: { article: ArticleDetail }) {
  return (
    // Focusable, so that the arrow keys scroll it.
    <article className="reader" tabIndex={0}>
      <h2>{article.title || '（无标题）'}</h2>
      <p className="reader-tags">
        <Tag color={ARTICLE_STATUS[article.status].color}>{ARTICLE_STATUS[article.status].text}</Tag>
        {article.validity && <Tag color={VALIDITY[article.validity].color}>{VALIDITY[article.validity].text}</Tag>}
      </p>
      <Facts article={article} />
      {article.status === 'failed' && (
        <Alert
          type="warning"
          showIcon
          title="没有解析出正文、附件或图片"
          description="请打开原文核对，并检查该采集目标的正文选择器。"
        />
      )}
      {article.contentText ? (
        <div className="reader-text">{article.contentText}</div>
      ) : (
        article.status !== 'failed' && (
          <EmptyHint why="这篇文章没有文字正文，内容在附件或图片中，请查看附件或打开原文。" />
        )
      )}
      {article.attachments.length > 0 && <Attachments attachments={article.attachments} />}
    </article>
  );
}

/** The articles before and after it in the list. */
function Neighbours({ id, of, onOpen }: { id: number; of: number[]; onOpen: (id: number) => void }) {
  const at = of.indexOf(id);
  if (at < 0) return null;
  const [before, after] = [of[at - 1], of[at + 1]];
  return (
    <>
      <Button
        size="small"
        type="text"
        icon={<UpOutlined />}
        aria-label="上一篇"
        title="上一篇"
        disabled={before === undefined}
        onClick={() => before !== undefined && onOpen(before)}
      />
      <Button
        size="small"
        type="text"
        icon={<DownOutlined />}
        aria-label="下一篇"
        title="下一篇"
        disabled={after === undefined}
        onClick={() => after !== undefined && onOpen(after)}
      />
    </>
  );
}

function Facts({ article }: { article: ArticleDetail }) {
  const facts: [string, string | null][] = [
    ['发布时间', article.publishTime ? beijingMinutes(article.publishTime) : article.publishDate],
    ['文号', article.docNo],
    ['索引号', article.indexNo],
    ['发布机构', article.publisher],
    ['来源', article.sourceRaw],
    ['主题词', article.topicWords],
    ['公开分类', article.openCategory],
    ['栏目路径', article.channelPath ?? article.channelName],
    ['内容分类', [article.contentCategory, article.contentSubcategory].filter(Boolean).join(' / ') || null],
    ['采集时间', beijingSeconds(article.fetchedAt)],
  ];
  return (
    <Descriptions
      size="small"
      bordered
      column={{ xs: 1, sm: 2 }}
      items={facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => ({ key: label, label, children: value }))}
    />
  );
}

function Attachments({ attachments }: { attachments: AttachmentView[] }) {
  return (
    <section className="reader-files">
      <h3>附件（{attachments.length}）</h3>
      <ul>
        {attachments.map((file) => (
          <li key={file.id}>
            <PaperClipOutlined />
            <ExternalLink url={file.url}>{file.filename || file.url}</ExternalLink>
            <span className="faint">{fileSize(file.sizeBytes)}</span>
            <Tag color={ATTACHMENT_STATUS[file.status].color}>{ATTACHMENT_STATUS[file.status].text}</Tag>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OriginalLink({ url }: { url: string }) {
  return (
    <ExternalLink url={url}>
      <LinkOutlined /> 打开原文
    </ExternalLink>
  );
}

/** Addresses come from crawled pages: only web addresses become links. */
function ExternalLink({ url, children }: { url: string; children: React.ReactNode }) {
  if (!/^https?:\/\//i.test(url)) return <span title={url}>{children}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener" title={url} className="external">
      {children}
    </a>
  );
}
