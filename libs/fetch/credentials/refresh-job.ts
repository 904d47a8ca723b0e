import { type FetchLogger } from '../fetch-logger.js';
import { REFRESH_AHEAD_MS } from './credential.js';
import { runRefreshHook } from './refresh-hook.js';
import { type RefreshOutcome, type RefreshRequest, type RefreshRequests } from './refresh-requests.js';
import { type SecretFileCredentials } from './secret-files.js';

/** Renews secrets that are due by the hook that each one's file names; many replicas may run it. */
export class CredentialRefreshJob {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly secrets: SecretFileCredentials,
    private readonly requests: RefreshRequests,
    private readonly logger: FetchLogger,
    private readonly onOutcome: (outcome: RefreshOutcome) => void = () => undefined,
  ) {}

  start(everyMs: number): void {
    this.timer = setInterval(() => void this.run(), everyMs).unref();
    void this.run();
  }

  /** Lets the hook that runs end. */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.running;
  }

  /** One round: notices what will expire soon, then renews whatever is asked for, one after the other. */
  run(): Promise<void> {
    this.running ??= this.round()
      .catch((error: unknown) => this.logger.error({ err: error }, 'credential refresh is in trouble'))
      .finally(() => (this.running = null));
    return this.running;
  }

  private async round(): Promise<void> {
    const soon = Date.now() + REFRESH_AHEAD_MS;
    for (const { name, expiresAt } of await this.secrets.list()) {
      if (expiresAt && expiresAt.getTime() <= soon) await this.requests.request(name, 'expiring');
    }
    for (let request = await this.requests.take(); request; request = await this.requests.take()) {
      await this.renew(request);
    }
  }

  private async renew(request: RefreshRequest): Promise<void> {
    const began = Date.now();
    const before = (await this.requests.outcomes()).find(({ name }) => name === request.name);
    const result = await this.attempt(request).catch((error: Error) => ({
      outcome: 'failed' as const,
      message: error.message,
    }));
    const outcome: RefreshOutcome = {
      ...request,
      ...result,
      at: new Date(),
      durationMs: Date.now() - began,
      failures: result.outcome === 'renewed' ? 0 : (before?.failures ?? 0) + 1,
    };
    await this.requests.settle(outcome);
    this.onOutcome(outcome);
    const { name: credential, cause, message } = outcome;
    const level = outcome.outcome === 'renewed' ? 'info' : 'error';
    this.logger[level]({ credential, cause, outcome: outcome.outcome, message }, 'credential refresh');
  }

  private async attempt(request: RefreshRequest): Promise<Pick<RefreshOutcome, 'outcome' | 'message'>> {
    const secret = (await this.secrets.list()).find(({ name }) => name === request.name);
    if (!secret?.hook) {
      return { outcome: 'no_hook', message: secret ? 'its file names no refresh hook' : 'there is no such secret' };
    }
    const renewal = await runRefreshHook(secret.hook, request);
    if (renewal) await this.secrets.renew(request.name, renewal);
    else if ((await this.secrets.fingerprint(request.name)) === secret.fingerprint) {
      return { outcome: 'failed', message: 'the hook ended well, but the secret is the same as before' };
    }
    return { outcome: 'renewed', message: renewal ? 'by the answer of its hook' : 'by its hook itself' };
  }
}
