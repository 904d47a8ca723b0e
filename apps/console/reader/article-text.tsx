import { type ArticleDetail } from '@govcrawler/contracts';
import { Alert } from 'antd';
import { EmptyHint } from '../parts/empty-hint.js';

/** The body, or why there is none. */
export function ArticleText({ article }: { article: ArticleDetail }) {
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
  if (!article.contentText) {
    return <EmptyHint why="这篇文章没有文字正文，内容在附件或图片中，请查看附件或原始页面。" />;
  }
  return <div className="reader-text">{article.contentText}</div>;
}
