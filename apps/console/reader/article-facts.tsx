import { type ArticleDetail } from '@govcrawler/contracts';
import { Descriptions } from 'antd';
import { beijingMinutes, beijingSeconds } from '../parts/beijing-time.js';

/** What is known about an article; what is not known is left out. */
export function ArticleFacts({ article }: { article: ArticleDetail }) {
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
