import { type FetchFailureReason } from '@govcrawler/contracts';
import { EgressRefusedError } from '../egress/egress-policy.js';

/** A limit of ours that ended an exchange. */
export class LimitError extends Error {
  constructor(
    readonly reason: Extract<FetchFailureReason, `limit_${string}`>,
    message: string,
  ) {
    super(message);
    this.name = 'LimitError';
  }
}

/** A body that contradicts its own headers. */
export class BrokenBodyError extends Error {
  readonly code = 'BROKEN_BODY';
}

const BY_CODE: Record<string, FetchFailureReason> = {
  ENOTFOUND: 'network_dns',
  EAI_AGAIN: 'network_dns',
  EAI_FAIL: 'network_dns',
  EAI_NODATA: 'network_dns',
  ECONNREFUSED: 'network_connect',
  EHOSTUNREACH: 'network_connect',
  ENETUNREACH: 'network_connect',
  EADDRNOTAVAIL: 'network_connect',
  ETIMEDOUT: 'network_timeout',
  ECONNRESET: 'network_reset',
  ECONNABORTED: 'network_reset',
  EPIPE: 'network_reset',
  ERR_STREAM_PREMATURE_CLOSE: 'network_reset',
  EPROTO: 'network_tls',
  HPE_HEADER_OVERFLOW: 'limit_headers',
  BROKEN_BODY: 'network_protocol',
};
const BY_PREFIX: [RegExp, FetchFailureReason][] = [
  [/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH)/, 'network_tls'],
  [/^(HPE_|Z_|ERR__?BROTLI|ERR_INVALID_|ERR_HTTP)/, 'network_protocol'],
  [/^EAI_/, 'network_dns'],
];

const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

function* causes(error: unknown): Generator<unknown> {
  for (let depth = 0; error !== undefined && error !== null && depth < 6; depth += 1) {
    yield error;
    error = error instanceof Error ? error.cause : undefined;
  }
}

/** Names the failure of one exchange; the client's wrapping errors are looked through. */
export function classifyFailure(error: unknown): { reason: FetchFailureReason; message: string } {
  for (const cause of causes(error)) {
    if (cause instanceof EgressRefusedError) return cause.refusal;
    if (cause instanceof LimitError) return { reason: cause.reason, message: cause.message };
  }
  const message = error instanceof Error ? error.message : String(error);
  for (const cause of causes(error)) {
    const code = codeOf(cause);
    if (code === undefined) continue;
    const reason = BY_CODE[code] ?? BY_PREFIX.find(([prefix]) => prefix.test(code))?.[1];
    if (reason) return { reason, message: `${code}: ${message}` };
  }
  return { reason: /aborted|hang up|premature/i.test(message) ? 'network_reset' : 'network_protocol', message };
}
