import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { change } from '../api/admin-client.js';
import { useMessages } from '../parts/messages.js';
import { useMay } from '../session/session.js';

/** Asks again for one job that failed or was cancelled; the server makes at most one new job of it. */
export function RetryButton({ jobId: failed }: { jobId: number }) {
  const mayRun = useMay('operator');
  const messages = useMessages();
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => change('post', '/admin/api/jobs/{id}/retry', { path: { id: failed } }),
    onSuccess: ({ jobId, created }) =>
      void messages.success(created ? `任务 #${jobId} 已加入队列` : `已重试过，见任务 #${jobId}`),
    onError: messages.problem,
    onSettled: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  });
  if (!mayRun) return null;
  return (
    <Button size="small" loading={retry.isPending} onClick={() => retry.mutate()}>
      重试
    </Button>
  );
}

/** Asks again for everything whose last job failed. */
export function RetryAllButton() {
  const mayRun = useMay('operator');
  const messages = useMessages();
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => change('post', '/admin/api/jobs/retry-failed', { body: {} }),
    onSuccess: ({ accepted, refused }) => {
      const note = refused.length === 0 ? '' : `，${refused.length} 个被拒绝（${refused[0]?.title}）`;
      void messages.success(
        accepted.length === 0 ? `没有需要重试的任务${note}` : `${accepted.length} 个任务已加入队列${note}`,
      );
    },
    onError: messages.problem,
    onSettled: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  });
  if (!mayRun) return null;
  return (
    <Popconfirm
      title="重试全部失败的任务？"
      description="只重试失败后没有再运行过的采集目标"
      onConfirm={() => retry.mutate()}
    >
      <Button loading={retry.isPending}>重试失败任务</Button>
    </Popconfirm>
  );
}
