import { type DetailPreview, type DetailSelectors, type InspectionView } from '@govcrawler/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Descriptions } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { change } from '../api/admin-client.js';
import { beijingMinutes } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Failure } from '../parts/failure-help.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { SafeHtml } from '../parts/safe-html.js';
import { useSettled } from '../parts/use-settled.js';
import { DETAIL_FIELDS, marksOf, saidSelectors, type DetailField } from '../selectors/detail-fields.js';
import { PageSnapshot } from '../selectors/page-snapshot.js';
import { selectorFor } from '../selectors/selector-for.js';
import { SelectorInputs } from '../selectors/selector-inputs.js';

interface ArticlePreviewsProps {
  look: InspectionView;
  detail: DetailSelectors;
  onDetail: (detail: DetailSelectors) => void;
  onNext: () => void;
  onBack: () => void;
}

/** The first articles as they would be stored; where they are read wrongly, a click on the page corrects it. */
export function ArticlePreviews({ look, detail, onDetail, onNext, onBack }: ArticlePreviewsProps) {
  const [correcting, setCorrecting] = useState(Object.keys(detail).length > 0);
  const { articles } = look;
  return (
    <>
      {articles.length === 0 && <EmptyHint why="没有读到文章，保存后第一次运行时会再试。" />}
      {correcting && look.articlePage && <Correction look={look} detail={detail} onDetail={onDetail} />}
      {articles.map((article) => (
        <Preview key={article.url} article={article} />
      ))}
      <div className="wizard-buttons">
        <Button onClick={onBack}>上一步</Button>
        {look.articlePage && !correcting && <Button onClick={() => setCorrecting(true)}>不对，点选纠正</Button>}
        <Button type="primary" onClick={onNext}>
          文章正确，下一步
        </Button>
      </div>
    </>
  );
}

function Correction({ look, detail, onDetail }: Pick<ArticlePreviewsProps, 'look' | 'detail' | 'onDetail'>) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<DetailField>('content');
  // The page appears above the articles, where the button was.
  // Braces: browsers may answer a scroll with a promise, which React would call to clean up.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  const wanted = useSettled(detail);
  const { mutate, error } = useMutation({
    mutationFn: (fields: DetailSelectors) =>
      change('post', '/admin/api/inspections/{id}/correct', {
        path: { id: look.id },
        body: { detail: saidSelectors(fields) ?? {} },
      }),
    onSuccess: ({ articles, articlePage }) =>
      client.setQueryData(['inspection', String(look.id)], (before: InspectionView) => ({
        ...before,
        articles,
        articlePage,
      })),
  });
  useEffect(() => mutate(wanted), [mutate, wanted]);
  const matches = look.articlePage?.matches;
  const marks = useMemo(() => marksOf(matches ?? [], edited), [matches, edited]);
  return (
    <div className="wizard-columns">
      <section className="panel">
        <h2>第一篇文章的页面</h2>
        <p className="faint">先在右边选一项，再点击页面上它所在的位置。留空的项由平台自动识别。</p>
        <PageSnapshot
          html={look.articlePage?.snapshot ?? ''}
          marks={marks}
          title="文章页面"
          onPoint={(element) =>
            onDetail({ ...detail, [edited]: DETAIL_FIELDS[edited].fromElement(selectorFor(element)) })
          }
        />
      </section>
      <section className="panel">
        <h2>各项所在的位置</h2>
        {error && <ProblemAlert error={error} />}
        <SelectorInputs value={detail} matches={matches ?? []} edited={edited} onChange={onDetail} onEdit={setEdited} />
      </section>
    </div>
  );
}

function Preview({ article }: { article: DetailPreview }) {
  return (
    <section className="panel">
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
  );
}
