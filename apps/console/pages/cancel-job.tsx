import { type JobView } from '@govcrawler/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { change } from '../api/admin-client.js';
import { takeJob } from '../live/live-events.js';
import { useMessages } from '../parts/messages.js';
import { useMay } from '../session/session.js';

/** Asks a job to stop; the answer comes at once, the crawl ends after the page it is reading. */
export function CancelButton({ job }: { job: JobView }) {
  const mayRun = useMay('operator');
  const messages = useMessages();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => change('post', '/admin/api/jobs/{id}/cancel', { path: { id: job.id } }),
    onSuccess: (stopped) => {
      takeJob(client, stopped);
      void messages.success(stopped.state === 'cancelled' ? `任务 #${job.id} 已取消` : `任务 #${job.id} 正在停止`);
    },
    onError: messages.problem,
    onSettled: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  });
  if (!mayRun) return null;
  return (
    <Popconfirm
      title={`取消任务 #${job.id}？`}
      description="已经采集的文章会保留"
      okText="取消任务"
      cancelText="返回"
      onConfirm={() => cancel.mutate()}
    >
      <Button size="small" danger disabled={job.stopRequested} loading={cancel.isPending}>
        取消
      </Button>
    </Popconfirm>
  );
}
