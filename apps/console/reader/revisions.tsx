import { type RevisionRow } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Select, Skeleton } from 'antd';
import { useState } from 'react';
import { read } from '../api/admin-client.js';
import { beijingSeconds } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { TextDifferences } from '../parts/text-differences.js';

/** How an article has changed: any two of its states, compared word by word. */
export function Revisions({ articleId }: { articleId: number }) {
  const revisions = useQuery({
    queryKey: ['revisions', articleId],
    queryFn: ({ signal }) => read('/admin/api/articles/{id}/revisions', { path: { id: articleId }, signal }),
  });
  if (revisions.isPending) return <Skeleton active />;
  if (revisions.error) return <ProblemAlert error={revisions.error} onRetry={() => void revisions.refetch()} />;
  const sorted = [...revisions.data].sort((a, b) => b.revision - a.revision);
  if (sorted.length < 2) {
    return <EmptyHint why="采集以来内容没有变化。网站修改了文章并被再次采集后，这里会显示改了哪些字。" />;
  }
  return <Comparison articleId={articleId} revisions={sorted} />;
}

function Comparison({ articleId, revisions }: { articleId: number; revisions: RevisionRow[] }) {
  const [newer, setNewer] = useState(revisions[0]!.revision);
  const [older, setOlder] = useState(revisions[1]!.revision);
  const before = useRevision(articleId, older);
  const after = useRevision(articleId, newer);
  const options = revisions.map(({ revision, fetchedAt, replacedAt }) => ({
    value: revision,
    label: `第 ${revision} 版 · ${beijingSeconds(fetchedAt)}${replacedAt === null ? '（当前）' : ''}`,
  }));
  const error = before.error ?? after.error;
  return (
    <>
      <div className="filters">
        <Select aria-label="旧版本" className="revision-choice" value={older} onChange={setOlder} options={options} />
        <span className="faint">与</span>
        <Select aria-label="新版本" className="revision-choice" value={newer} onChange={setNewer} options={options} />
      </div>
      {error && <ProblemAlert error={error} />}
      {(!before.data || !after.data) && !error && <Skeleton active />}
      {before.data && after.data && before.data.title !== after.data.title && (
        <p>
          标题：<del>{before.data.title}</del> <ins>{after.data.title}</ins>
        </p>
      )}
      {before.data && after.data && (
        <div className="reader-text differences">
          <TextDifferences before={before.data.contentText} after={after.data.contentText} />
        </div>
      )}
    </>
  );
}

function useRevision(articleId: number, revision: number) {
  return useQuery({
    queryKey: ['revision', articleId, revision],
    queryFn: ({ signal }) =>
      read('/admin/api/articles/{id}/revisions/{revision}', { path: { id: articleId, revision }, signal }),
    staleTime: Infinity,
  });
}
