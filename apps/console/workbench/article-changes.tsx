import { type FieldChange, type ReparsedArticle } from '@govcrawler/contracts';
import { Tag } from 'antd';
import { Link } from 'wouter';
import { beijingMinutes } from '../parts/beijing-time.js';
import { TextDifferences } from '../parts/text-differences.js';

const FIELD: Record<string, string> = {
  title: '标题',
  publishTime: '发布时间',
  source: '来源',
  publisher: '发布机构',
  docNo: '文号',
  indexNo: '索引号',
  topicWords: '主题词',
  openCategory: '公开分类',
  validity: '有效性',
  writtenDate: '成文日期',
  contentText: '正文',
  contentHtml: '正文格式',
  attachments: '附件',
};

const KEPT = {
  would_be_empty: '新选择器读不到正文，将保持原样',
  no_raw_page: '没有保存原始页面，将保持原样',
} as const;

export function fieldName(field: string): string {
  return FIELD[field] ?? field;
}

/** What other selectors would change, article by article, word by word. */
export function ArticleChanges({ articles, onOpen }: { articles: ReparsedArticle[]; onOpen?: (id: number) => void }) {
  // Markup follows the text: it is news only where the text stayed.
  const shown = (changes: FieldChange[]): FieldChange[] =>
    changes.some(({ field }) => field === 'contentText')
      ? changes.filter(({ field }) => field !== 'contentHtml')
      : changes;
  return (
    <ul className="article-changes">
      {articles.map((article) => (
        <li key={article.articleId}>
          <div className="change-head">
            {onOpen ? (
              <button type="button" className="article-title" onClick={() => onOpen(article.articleId)}>
                {article.title || '（无标题）'}
              </button>
            ) : (
              <Link href={`/articles?article=${article.articleId}`} title="阅读这篇文章">
                {article.title || '（无标题）'}
              </Link>
            )}
            <Outcome {...article} />
          </div>
          {article.changes.length > 0 && (
            <dl className="changed-fields differences">
              {shown(article.changes).map((change) => (
                <Changed key={change.field} {...change} />
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}

function Outcome({ kept, changes }: ReparsedArticle) {
  if (kept) return <Tag color="warning">{KEPT[kept]}</Tag>;
  return changes.length === 0 ? <Tag>没有变化</Tag> : <Tag color="processing">{changes.length} 个字段变化</Tag>;
}

function Changed({ field, before, after }: FieldChange) {
  const words = (text: string | null): string =>
    text === null ? '' : field === 'publishTime' ? beijingMinutes(text) : text;
  return (
    <>
      <dt>{fieldName(field)}</dt>
      <dd>
        <TextDifferences before={words(before)} after={words(after)} />
      </dd>
    </>
  );
}
