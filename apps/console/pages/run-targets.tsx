import { type AcceptedJob, type BulkRunResult } from '@govcrawler/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { postJson } from '../api/api-client.js';
import { useMessages } from '../parts/messages.js';

/** Starts one target; `force` walks all list pages instead of stopping at the first known article. */
export function useRunTarget() {
  const report = useReport();
  return useMutation({
    mutationFn: ({ code, force }: { code: string; force: boolean }) =>
      postJson<AcceptedJob>(`/targets/${encodeURIComponent(code)}/run`, { force }),
    onSuccess: ({ jobId }) => report.success(`任务 #${jobId} 已加入队列`),
    onError: report.failure,
  });
}

/** Starts all targets of a site at once. */
export function useRunSite() {
  const report = useReport();
  return useMutation({
    mutationFn: (targetCodes: string[]) => postJson<BulkRunResult>('/targets/bulk-run', { targetCodes }),
    onSuccess: ({ accepted, refused }) => {
      const note = refused.length === 0 ? '' : `，${refused.length} 个被拒绝（${refused[0]?.title}）`;
      report.success(`${accepted.length} 个任务已加入队列${note}`);
    },
    onError: report.failure,
  });
}

function useReport() {
  const messages = useMessages();
  const client = useQueryClient();
  return {
    success: (text: string) => {
      void client.invalidateQueries({ queryKey: ['jobs'] });
      void messages.success({
        content: (
          <>
            {text}，<Link href="/jobs">查看进度</Link>
          </>
        ),
        duration: 5,
      });
    },
    failure: (error: Error) => void messages.error(error.message, 6),
  };
}
