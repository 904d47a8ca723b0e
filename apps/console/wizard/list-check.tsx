import { type InspectionView, type ListMarkView } from '@govcrawler/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Progress, Tag } from 'antd';
import { useMemo } from 'react';
import { change } from '../api/admin-client.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { count } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { PageSnapshot, type PageMark } from '../selectors/page-snapshot.js';

interface ListCheckProps {
  look: InspectionView;
  onNext: () => void;
  onBack: () => void;
}

const STYLES: Record<keyof ListMarkView, string> = {
  row: 'outline: 2px solid #4a83c9; outline-offset: -1px;',
  href: 'background: #fde68a; color: #111827;',
  title: 'background: #fde68a; color: #111827;',
  date: 'background: #bbf7d0; color: #111827;',
};

/** The rows that were found, marked on the page; a click on the right place corrects them. */
export function ListCheck({ look, onNext, onBack }: ListCheckProps) {
  const client = useQueryClient();
  const correct = useMutation({
    mutationFn: (pointedAt: number) =>
      change('post', '/admin/api/inspections/{id}/correct', { path: { id: look.id }, body: { pointedAt } }),
    onSuccess: (corrected) => client.setQueryData(['inspection', String(look.id)], corrected),
  });
  const { list } = look;
  const marks = useMemo(() => marksOf(list?.marks), [list]);
  const found = list !== null && list.rowCount > 0;
  return (
    <div className="wizard-columns">
      <section className="panel">
        <h2>页面</h2>
        <p className="faint">蓝框是找到的行，黄色是标题，绿色是日期。若不对，请点击列表中任意一行正确的标题。</p>
        {correct.error && <ProblemAlert error={correct.error} />}
        {look.snapshot ? (
          <PageSnapshot
            html={look.snapshot}
            marks={marks}
            title="栏目页面"
            onPoint={(element) => correct.mutate(Number(element.getAttribute('data-gc')))}
          />
        ) : (
          <EmptyHint why="没有可以显示的页面" />
        )}
      </section>
      <section className="panel">
        <h2>找到的列表</h2>
        {found ? (
          <>
            <p>
              共 <b>{count(list.rowCount)}</b> 行，把握{' '}
              <Progress
                percent={Math.round(list.confidence * 100)}
                size="small"
                steps={5}
                className="confidence"
                aria-label="把握"
              />
            </p>
            {list.byModel && <Alert type="info" showIcon title="这些选择器由大模型提出，请仔细核对" />}
            <ol className="found-rows">
              {list.rows.slice(0, 12).map((row) => (
                <li key={row.url}>
                  <span>{row.title}</span>
                  <span className="faint figures-column">{row.publishDate ?? '无日期'}</span>
                  {row.pinned && <Tag>置顶</Tag>}
                </li>
              ))}
            </ol>
            <p>
              翻页：
              {list.pagination.type === 'none'
                ? '只有一页'
                : `${list.pagination.type === 'page_param' ? `参数 ${list.pagination.param}` : list.pagination.pattern}${
                    list.totalPages === null ? '' : `，共 ${count(list.totalPages)} 页`
                  }`}
            </p>
          </>
        ) : (
          <Alert type="warning" showIcon title="没有找到列表" description="请在左边的页面上点击一行文章标题。" />
        )}
        <div className="wizard-buttons">
          <Button onClick={onBack}>换一个地址</Button>
          <Button type="primary" disabled={!found} loading={correct.isPending} onClick={onNext}>
            列表正确，下一步
          </Button>
        </div>
      </section>
    </div>
  );
}

function marksOf(marks: ListMarkView | undefined): PageMark[] {
  if (!marks) return [];
  return (Object.keys(STYLES) as (keyof ListMarkView)[]).map((kind) => ({
    elements: marks[kind],
    style: STYLES[kind],
  }));
}
