import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import HighlightOutlined from '@ant-design/icons/es/icons/HighlightOutlined';
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined';
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined';
import { type ReaderArticle } from '@govcrawler/contracts';
import { Button, Drawer, Skeleton, Tabs, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'wouter';
import { ExternalLink } from '../parts/external-link.js';
import { beijingMinutes } from '../parts/beijing-time.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { ARTICLE_STATUS, VALIDITY } from '../parts/words.js';
import { ArticleFacts } from './article-facts.js';
import { ArticleText } from './article-text.js';
import { Attachments } from './attachments.js';
import { DeleteArticle } from './delete-article.js';
import { OriginalPage } from './original-page.js';
import { Revisions } from './revisions.js';
import { useReadableArticle, type FullTextState } from './use-full-text.js';

interface ArticleReaderProps {
  id: string;
  /** The list it was opened from, to go on reading. */
  neighbours: number[];
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** One article to read: what it says, what is known about it, its files, its past, and the page it was read from. */
export default function ArticleReader({ id, neighbours, onOpen, onClose }: ArticleReaderProps) {
  const { article, fullText } = useReadableArticle(id);
  return (
    <Drawer
      open
      onClose={onClose}
      size="min(900px, 100vw)"
      title={article.data ? `${article.data.siteName} · ${article.data.targetName ?? '—'}` : '文章'}
      extra={
        article.data && (
          <span className="row-actions">
            <Neighbours id={Number(id)} of={neighbours} onOpen={onOpen} />
            {article.data.targetCode && (
              <Link
                href={`/workbench?target=${encodeURIComponent(article.data.targetCode)}&article=${article.data.id}`}
                title="正文或字段不对？在这个页面上调整选择器"
              >
                <HighlightOutlined /> 选择器
              </Link>
            )}
            <ExternalLink url={article.data.url}>
              <LinkOutlined /> 打开原文
            </ExternalLink>
            <DeleteArticle id={article.data.id} onDeleted={onClose} />
          </span>
        )
      }
    >
      {article.isPending && <Skeleton active paragraph={{ rows: 12 }} />}
      {article.error && <ProblemAlert error={article.error} onRetry={() => void article.refetch()} />}
      {article.data && <Article key={article.data.id} article={article.data} fullText={fullText} />}
    </Drawer>
  );
}

function Article({ article, fullText }: { article: ReaderArticle; fullText: FullTextState }) {
  const [tab, setTab] = useState('text');
  return (
    // Focusable, so that the arrow keys scroll it.
    <article className="reader" tabIndex={0} data-article={article.id}>
      <h2>{article.title || '（无标题）'}</h2>
      <p className="reader-tags">
        <Tag color={ARTICLE_STATUS[article.status].color}>{ARTICLE_STATUS[article.status].text}</Tag>
        {article.withdrawnAt && (
          <Tag color="warning" title={`${beijingMinutes(article.withdrawnAt)} 起网站的列表中不再有这篇文章`}>
            已撤回
          </Tag>
        )}
        {article.validity && <Tag color={VALIDITY[article.validity].color}>{VALIDITY[article.validity].text}</Tag>}
      </p>
      <Tabs
        activeKey={tab}
        onChange={setTab}
        destroyOnHidden
        items={[
          {
            key: 'text',
            label: '正文',
            children: (
              <>
                <ArticleFacts article={article} />
                {article.summary && (
                  <section className="reader-summary" aria-label="摘要">
                    <b>摘要</b> <span className="faint">由大模型生成，以正文为准</span>
                    <p>{article.summary}</p>
                  </section>
                )}
                <ArticleText article={article} fullText={fullText} />
              </>
            ),
          },
          { key: 'original', label: '原始页面', children: <OriginalPage article={article} /> },
          {
            key: 'files',
            label: article.attachments.length > 0 ? `附件（${article.attachments.length}）` : '附件',
            children: <Attachments articleId={article.id} />,
          },
          { key: 'revisions', label: '修订', children: <Revisions articleId={article.id} /> },
        ]}
      />
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
