import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { change } from '../api/admin-client.js';
import { useMessages } from '../parts/messages.js';
import { useMay } from '../session/session.js';

/** Deletes one article with its files, for those who may. */
export function DeleteArticle({ id, onDeleted }: { id: number; onDeleted: () => void }) {
  const mayEdit = useMay('admin');
  const messages = useMessages();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => change('delete', '/admin/api/articles/{id}', { path: { id } }),
    onSuccess: () => {
      void messages.success('文章已删除');
      client.removeQueries({ queryKey: ['article', String(id)] });
      void client.invalidateQueries({ queryKey: ['articles'] });
      onDeleted();
    },
    onError: messages.problem,
  });
  if (!mayEdit) return null;
  return (
    <Popconfirm
      title="删除这篇文章？"
      description="正文、附件和保存的文件会一起删除，无法恢复；之后的采集会跳过它，全量抓取才会重新入库"
      okText="删除"
      okButtonProps={{ danger: true }}
      onConfirm={() => remove.mutate()}
    >
      <Button size="small" danger loading={remove.isPending}>
        删除
      </Button>
    </Popconfirm>
  );
}
