import { type Logger } from '@govcrawler/platform';
import { RunRequests, type RunAnswer, type RunReply } from './scheduler-ports.js';

const TIMEOUT_MS = 5_000;

export interface GatewayAccess {
  /** Base address of the gateway. */
  url: string;
  user: string;
  password: string;
}

/** POST /admin/api/targets/<code>/run of the gateway. */
export class HttpRunRequests extends RunRequests {
  private readonly authorization: string;

  constructor(
    private readonly access: GatewayAccess,
    private readonly logger: Logger,
  ) {
    super();
    this.authorization = `Basic ${Buffer.from(`${access.user}:${access.password}`).toString('base64')}`;
  }

  async run(targetCode: string, tick: Date): Promise<RunReply> {
    const refusal = (answer: RunAnswer) => ({ answer, jobId: null });
    const address = new URL(`/admin/api/targets/${encodeURIComponent(targetCode)}/run`, this.access.url);
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: this.authorization },
        body: JSON.stringify({ tick: tick.toISOString() }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body = (await response.json().catch(() => null)) as RunBody | null;
      if (response.ok) return { answer: body?.created === false ? 'known' : 'accepted', jobId: body?.jobId ?? null };
      if (response.status === 409 || response.status === 404) return refusal('refused');
      if (response.status === 401 || response.status === 403) return refusal('denied');
      this.logger.warn(
        { target: targetCode, status: response.status, code: body?.code },
        'gateway answers with trouble',
      );
    } catch (error) {
      this.logger.debug({ err: error, target: targetCode }, 'gateway does not answer');
    }
    return refusal('unreachable');
  }
}

interface RunBody {
  created?: boolean;
  jobId?: number;
  code?: string;
}
