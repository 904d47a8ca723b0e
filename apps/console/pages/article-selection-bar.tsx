import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { change, read } from '../api/admin-client.js';
import { useMessages } from '../parts/messages.js';
import { count } from '../parts/number-format.js';
import { useMay } from '../session/session.js';
import { type articleQuery } from './article-filters.js';

interface ArticleSelectionBarProps {
  selected: number[];
  asked: ReturnType<typeof articleQuery>;
  total: number;
  filtered: boolean;
  onSelect: (ids: number[]) => void;
}

/** What is selected, on whichever page it was, and what can be done with it. */
export function ArticleSelectionBar({ selected, asked, total, filtered, onSelect }: ArticleSelectionBarProps) {
  const messages = useMessages();
  const client = useQueryClient();
  const mayDelete = useMay('admin');
  const selectAll = useMutation({
    mutationFn: () => read('/admin/api/articles/search/ids', { query: asked }),
    onSuccess: ({ ids, truncated, total: found }) => {
      onSelect(ids);
      if (truncated) {
        void messages.warning(`结果共 ${count(found)} 篇，一次最多选择 ${count(ids.length)} 篇，请缩小筛选范围`, 6);
      }
    },
    onError: messages.problem,
  });
  const remove = useMutation({
    mutationFn: () => change('post', '/admin/api/articles/bulk-delete', { body: { ids: selected } }),
    onSuccess: ({ deleted, missing, filesRemoved }) => {
      const gone = missing.length > 0 ? `，${count(missing.length)} 篇此前已不存在` : '';
      void messages.success(`已删除 ${count(deleted)} 篇文章和 ${count(filesRemoved)} 个文件${gone}`, 5);
      onSelect([]);
      void client.invalidateQueries({ queryKey: ['articles'] });
      void client.invalidateQueries({ queryKey: ['stats'] });
    },
    onError: messages.problem,
  });
  if (selected.length === 0) return null;
  return (
    <div className="selection-bar" role="region" aria-label="批量操作">
      <b>已选 {count(selected.length)} 篇</b>
      {selected.length < total && (
        <Button type="link" size="small" loading={selectAll.isPending} onClick={() => selectAll.mutate()}>
          选择全部 {count(total)} 篇{filtered ? '结果' : '文章'}
        </Button>
      )}
      <Button type="link" size="small" onClick={() => onSelect([])}>
        清除选择
      </Button>
      <span className="push-end" />
      {mayDelete && (
        <Popconfirm
          title={`删除所选的 ${count(selected.length)} 篇文章？`}
          description="正文、修订记录、附件和保存的文件会一起删除，无法恢复；之后的采集会跳过它们，全量抓取才会重新入库"
          okText={`删除 ${count(selected.length)} 篇`}
          okButtonProps={{ danger: true }}
          onConfirm={() => remove.mutate()}
        >
          <Button danger loading={remove.isPending}>
            删除所选
          </Button>
        </Popconfirm>
      )}
    </div>
  );
}
