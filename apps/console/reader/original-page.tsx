import { type ArticleDetail } from '@govcrawler/contracts';
import { Alert } from 'antd';

/**
 * The page as it was stored. The server sends it sandboxed, and so does the frame: its scripts do not run, and nothing
 * of it is fetched from its site.
 */
export function OriginalPage({ article }: { article: ArticleDetail }) {
  return (
    <>
      <Alert
        type="info"
        title="这是采集时保存的页面：脚本不会运行，外部图片和样式不会加载。"
        className="original-note"
      />
      <iframe
        title={`“${article.title}”的原始页面`}
        src={`/admin/api/articles/${article.id}/original`}
        sandbox=""
        className="original-page"
      />
    </>
  );
}
