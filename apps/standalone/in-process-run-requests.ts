import { type RunTarget } from '@govcrawler/api-gateway';
import { type RunReply, RunRequests } from '@govcrawler/scheduler';

/** The scheduler's way to the gateway when both live in one process: the same use case, without HTTP between. */
export class InProcessRunRequests extends RunRequests {
  constructor(private readonly runTarget: RunTarget) {
    super();
  }

  async run(targetCode: string, tick: Date): Promise<RunReply> {
    const result = await this.runTarget.run({ targetCode, trigger: 'cron', tick, force: false, maxItems: null });
    if (result.kind === 'refused') return { answer: 'refused', jobId: null };
    return { answer: result.job.created ? 'accepted' : 'known', jobId: result.job.jobId };
  }
}
