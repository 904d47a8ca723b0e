import { type ReaderArticle } from '@govcrawler/contracts';
import { Alert, Segmented, Spin } from 'antd';
import { useState } from 'react';
import { beijingMinutes } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { ExternalLink } from '../parts/external-link.js';
import { Failure } from '../parts/failure-help.js';
import { SafeHtml } from '../parts/safe-html.js';
import { type FullTextState } from './use-full-text.js';

/** The body: the full text as soon as it is there, what the crawl found until then, or why there is nothing. */
export function ArticleText({ article, fullText }: { article: ReaderArticle; fullText: FullTextState }) {
  const [shown, setShown] = useState<'full' | 'found'>('full');
  return (
    <>
      {fullText === 'fetching' && (
        <p className="full-text-note" role="status">
          <Spin size="small" /> 正在抓取全文，完成后自动显示…
        </p>
      )}
      {fullText === 'failed' && article.contentFullError && (
        <p className="full-text-note">
          没有抓到全文，以下是采集到的内容。
          <Failure message={article.contentFullError} />
        </p>
      )}
      {article.contentFullHtml && (
        <p className="full-text-note">
          <Segmented
            size="small"
            aria-label="显示全文或采集到的内容"
            value={shown}
            onChange={setShown}
            options={[
              { value: 'full', label: '全文' },
              { value: 'found', label: '采集到的内容' },
            ]}
          />
          <span className="faint">
            {beijingMinutes(article.contentFullFetchedAt)} 抓取自{' '}
            <ExternalLink url={article.contentFullSourceUrl ?? ''}>{article.contentFullSourceUrl}</ExternalLink>
          </span>
        </p>
      )}
      {article.contentFullHtml && shown === 'full' ? (
        <div className="reader-text reader-html">
          <SafeHtml html={article.contentFullHtml} />
        </div>
      ) : (
        <FoundText article={article} />
      )}
    </>
  );
}

function FoundText({ article }: { article: ReaderArticle }) {
  if (article.status === 'failed') {
    return (
      <Alert
        type="warning"
        showIcon
        title="没有解析出正文、附件或图片"
        description="请在“原始页面”核对，并检查该采集目标的正文选择器。"
      />
    );
  }
  if (article.contentHtml) {
    return (
      <div className="reader-text reader-html">
        <SafeHtml html={article.contentHtml} />
      </div>
    );
  }
  if (!article.contentText) {
    return <EmptyHint why="这篇文章没有文字正文，内容在附件或图片中，请查看附件或原始页面。" />;
  }
  return <div className="reader-text">{article.contentText}</div>;
}
