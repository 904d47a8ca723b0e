import { type DetailSelectors, type ParserOverride, type TargetParserView } from '@govcrawler/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { change } from '../api/admin-client.js';
import { useMessages } from '../parts/messages.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useSettled } from '../parts/use-settled.js';
import { DETAIL_FIELDS, marksOf, saidSelectors, type DetailField } from '../selectors/detail-fields.js';
import { PageSnapshot, type PageMark } from '../selectors/page-snapshot.js';
import { selectorFor } from '../selectors/selector-for.js';
import { SelectorInputs } from '../selectors/selector-inputs.js';
import { useMay } from '../session/session.js';
import { NewestPages } from './newest-pages.js';
import { ReadFields } from './read-fields.js';
import { ReparsePanel } from './reparse-panel.js';

interface WorkbenchProps {
  parser: TargetParserView;
  /** Null: the newest page. */
  articleId: number | null;
  onOpen: (articleId: number) => void;
}

/** Edits the selectors of a target on one of its stored pages: what they match and read is seen while typing. */
export function Workbench({ parser, articleId, onOpen }: WorkbenchProps) {
  const code = parser.targetCode;
  const mayEdit = useMay('admin');
  const client = useQueryClient();
  const messages = useMessages();
  const [detail, setDetail] = useState<DetailSelectors>(parser.override?.detail ?? {});
  const [edited, setEdited] = useState<DetailField>('content');
  const override = useSettled(useMemo(() => withDetail(parser.override, detail), [parser.override, detail]));
  const tried = useQuery({
    queryKey: ['parser-try', code, articleId, override],
    queryFn: () =>
      change('post', '/admin/api/targets/{code}/parser/try', {
        path: { code },
        body: { override: override ?? {}, ...(articleId === null ? {} : { articleId }) },
      }),
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: () =>
      change('put', '/admin/api/targets/{code}/parser', {
        path: { code },
        body: { override: withDetail(parser.override, detail), version: parser.version },
      }),
    onSuccess: (saved) => {
      client.setQueryData(['parser', code], saved);
      void client.invalidateQueries({ queryKey: ['parser-try', code] });
      void messages.success('选择器已保存，下次采集起生效');
    },
  });
  const marks = useMemo<PageMark[]>(() => marksOf(tried.data?.matches ?? [], edited), [tried.data?.matches, edited]);
  const isSaved = JSON.stringify(withDetail(parser.override, detail)) === JSON.stringify(parser.override);
  const point = (element: Element): void => {
    const selector = DETAIL_FIELDS[edited].fromElement(selectorFor(element));
    setDetail((before) => ({ ...before, [edited]: selector }));
  };
  return (
    <>
      <div className="wizard-columns">
        <section className="panel">
          <h2>保存的页面</h2>
          <p className="faint">
            点击页面上的一处，就把它设为“{DETAIL_FIELDS[edited].label}”的选择器；颜色对应右边的各项。
          </p>
          {tried.data ? (
            <PageSnapshot html={tried.data.snapshot} marks={marks} title="保存的页面" onPoint={point} />
          ) : (
            tried.isPending && <Skeleton active paragraph={{ rows: 12 }} />
          )}
          {tried.data?.snapshotTruncated && <p className="faint">页面太长，只显示前面一部分。</p>}
        </section>
        <section className="panel">
          <h2>选择器</h2>
          <SelectorInputs
            value={detail}
            matches={tried.data?.matches ?? []}
            edited={edited}
            onChange={setDetail}
            onEdit={setEdited}
          />
          {tried.error && <ProblemAlert error={tried.error} onRetry={() => void tried.refetch()} />}
          {save.error && <ProblemAlert error={save.error} />}
          <div className="wizard-buttons">
            <Button disabled={isSaved} onClick={() => setDetail(parser.override?.detail ?? {})}>
              还原
            </Button>
            <Button
              type="primary"
              disabled={!mayEdit || isSaved}
              title={mayEdit ? undefined : '保存需要管理员权限'}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              保存选择器
            </Button>
          </div>
          <h2>提取的字段</h2>
          {tried.data && !tried.error && <ReadFields tried={tried.data} />}
        </section>
      </div>
      <NewestPages targetCode={code} override={override} onOpen={onOpen} />
      <ReparsePanel targetCode={code} override={override} saved={isSaved} />
    </>
  );
}

/** The override with other selectors of the page; null when it says nothing at all. */
function withDetail(override: ParserOverride | null, fields: DetailSelectors): ParserOverride | null {
  const { detail: _before, ...rest } = override ?? {};
  const detail = saidSelectors(fields);
  const whole = { ...rest, ...(detail ? { detail } : {}) };
  return Object.keys(whole).length === 0 ? null : whole;
}
