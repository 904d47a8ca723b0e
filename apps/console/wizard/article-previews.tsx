import { type DetailPreview } from '@govcrawler/contracts';
import { Button, Descriptions } from 'antd';
import { beijingMinutes } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Failure } from '../parts/failure-help.js';
import { SafeHtml } from '../parts/safe-html.js';

interface ArticlePreviewsProps {
  articles: DetailPreview[];
  onNext: () => void;
  onBack: () => void;
}

/** The first articles as they would be stored. */
export function ArticlePreviews({ articles, onNext, onBack }: ArticlePreviewsProps) {
  return (
    <>
      {articles.length === 0 && <EmptyHint why="没有读到文章，保存后第一次运行时会再试。" />}
      {articles.map((article) => (
        <section key={article.url} className="panel">
          <h2>{article.title ?? article.url}</h2>
          {article.failure && <Failure message={article.failure} />}
          <Descriptions
            size="small"
            bordered
            column={{ xs: 1, sm: 2 }}
            items={(
              [
                ['发布时间', article.publishTime && beijingMinutes(article.publishTime)],
                ['文号', article.docNo],
                ['发布机构', article.publisher],
                ['来源', article.source],
              ] as const
            )
              .filter(([, value]) => value)
              .map(([label, value]) => ({ key: label, label, children: value }))}
          />
          <div className="preview-text reader-html">
            <SafeHtml html={article.contentHtml} />
          </div>
        </section>
      ))}
      <div className="wizard-buttons">
        <Button onClick={onBack}>上一步</Button>
        <Button type="primary" onClick={onNext}>
          文章正确，下一步
        </Button>
      </div>
    </>
  );
}
