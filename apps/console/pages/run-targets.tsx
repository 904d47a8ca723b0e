import { type BulkRunResult } from '@govcrawler/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { change } from '../api/admin-client.js';
import { useMessages } from '../parts/messages.js';
import { count } from '../parts/number-format.js';

/** As many as the server takes in one request. */
const AT_ONCE = 500;

/** Starts one target; `force` walks all list pages instead of stopping at the first known article. */
export function useRunTarget() {
  const report = useReport();
  return useMutation({
    mutationFn: ({ code, force }: { code: string; force: boolean }) =>
      change('post', '/admin/api/targets/{code}/run', { path: { code }, body: { force } }),
    onSuccess: ({ jobId }) => report.success(`任务 #${jobId} 已加入队列`),
    onError: report.failure,
  });
}

/** Starts many targets, each on its own: one that is refused does not stop the others. */
export function useRunMany() {
  const report = useReport();
  return useMutation({
    mutationFn: async ({ targetCodes, force = false }: { targetCodes: string[]; force?: boolean }) => {
      const result: BulkRunResult = { accepted: [], refused: [] };
      for (let at = 0; at < targetCodes.length; at += AT_ONCE) {
        const part = targetCodes.slice(at, at + AT_ONCE);
        const { accepted, refused } = await change('post', '/admin/api/targets/bulk-run', {
          body: { targetCodes: part, force },
        });
        result.accepted.push(...accepted);
        result.refused.push(...refused);
      }
      return result;
    },
    onSuccess: ({ accepted, refused }) => {
      const note = refused.length === 0 ? '' : `，${count(refused.length)} 个被拒绝（${refused[0]?.title}）`;
      report.success(`${count(accepted.length)} 个任务已加入队列${note}`);
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
    failure: messages.problem,
  };
}
