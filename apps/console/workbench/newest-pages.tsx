import { type ParserOverride } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { change } from '../api/admin-client.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { count } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { ArticleChanges } from './article-changes.js';

interface NewestPagesProps {
  targetCode: string;
  override: ParserOverride | null;
  onOpen: (articleId: number) => void;
}

/** The newest ten pages of the target, read by what is tried; nothing is written. */
export function NewestPages({ targetCode, override, onOpen }: NewestPagesProps) {
  const [asked, setAsked] = useState<ParserOverride | null>(null);
  const compared = useQuery({
    queryKey: ['parser-compare', targetCode, asked],
    queryFn: () =>
      change('post', '/admin/api/targets/{code}/parser/compare', {
        path: { code: targetCode },
        body: { override: asked ?? {} },
      }),
    enabled: asked !== null,
    staleTime: Infinity,
  });
  const isOld = asked !== null && asked !== (override ?? NOTHING);
  return (
    <section className="panel" aria-label="最近十页">
      <h2>
        在最近十页上比较
        <Button size="small" loading={compared.isFetching} onClick={() => setAsked(override ?? NOTHING)}>
          {asked === null ? '比较' : '重新比较'}
        </Button>
      </h2>
      {asked === null && (
        <p className="faint">用上面的选择器读一遍最近十篇文章的原始页面，看会有哪些变化。不会写入任何内容。</p>
      )}
      {compared.error && <ProblemAlert error={compared.error} />}
      {compared.isLoading && <Skeleton active />}
      {compared.data?.compared === 0 && <EmptyHint why="这个采集目标还没有保存过文章，先运行一次。" />}
      {compared.data && compared.data.compared > 0 && (
        <>
          <p role="status">
            {count(compared.data.compared)} 页中 <b>{count(compared.data.changed)}</b> 页会有变化
            {isOld && <span className="faint">（选择器在此之后又改过）</span>}
          </p>
          <ArticleChanges articles={compared.data.articles} onOpen={onOpen} />
        </>
      )}
    </section>
  );
}

const NOTHING: ParserOverride = {};
