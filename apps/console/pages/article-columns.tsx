import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined';
import { type ArticleStatus, type FoundArticle, type HighlightPiece } from '@govcrawler/contracts';
import { Tag, type TableProps } from 'antd';
import { beijingMinutes } from '../parts/beijing-time.js';
import { ARTICLE_STATUS } from '../parts/words.js';

export const articleColumns = (open: (id: number) => void): TableProps<FoundArticle>['columns'] => [
  {
    title: '标题',
    dataIndex: 'title',
    width: 320,
    fixed: 'start',
    // A button, so that the keyboard reaches it; its click is the row's.
    render: (title: string, { id, highlight }) => (
      <>
        <button
          type="button"
          className="article-title"
          data-main
          title={title.length > 60 ? title : undefined}
          onClick={(event) => {
            event.stopPropagation();
            open(id);
          }}
        >
          {highlight ? <Pieces pieces={highlight.title} /> : title || '（无标题）'}
        </button>
        {highlight?.snippet && (
          <p className="snippet">
            {highlight.source === 'file' && <PaperClipOutlined aria-label="在附件中" title="在附件中" />}
            <Pieces pieces={highlight.snippet} />
          </p>
        )}
      </>
    ),
  },
  {
    title: '文号',
    dataIndex: 'docNo',
    width: 164,
    responsive: ['lg'],
    ellipsis: true,
    render: (docNo: string | null) => docNo ?? <span className="faint">—</span>,
  },
  { title: '站点', dataIndex: 'siteName', width: 138, ellipsis: true, responsive: ['md'] },
  {
    title: '栏目',
    dataIndex: 'targetName',
    width: 116,
    responsive: ['lg'],
    ellipsis: true,
    render: (name: string | null) => name ?? <span className="faint">—</span>,
  },
  {
    title: '发布日期',
    dataIndex: 'publishDate',
    width: 108,
    className: 'figures-column',
    render: (day: string | null, { fetchedAt }) => (
      <span title={`采集于 ${beijingMinutes(fetchedAt)}`}>{day ?? <span className="faint">未知</span>}</span>
    ),
  },
  {
    title: '状态',
    dataIndex: 'status',
    width: 96,
    responsive: ['sm'],
    render: (status: ArticleStatus, { withdrawnAt }) =>
      // A title, not a tooltip of ours: twenty of those take longer than the rest of the rows.
      withdrawnAt ? (
        <Tag color="warning" title={`${beijingMinutes(withdrawnAt)} 起网站的列表中不再有这篇文章；内容仍保留`}>
          已撤回
        </Tag>
      ) : (
        <Tag color={ARTICLE_STATUS[status].color} title={ARTICLE_STATUS[status].hint}>
          {ARTICLE_STATUS[status].text}
        </Tag>
      ),
  },
  {
    title: '附件',
    dataIndex: 'hasAttachment',
    width: 60,
    align: 'center',
    responsive: ['sm'],
    render: (has: boolean) => has && <PaperClipOutlined aria-label="有附件" title="有附件" />,
  },
];

/** A found text with what was looked for marked. */
function Pieces({ pieces }: { pieces: HighlightPiece[] }) {
  return pieces.map(({ text, hit }, index) =>
    hit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}
