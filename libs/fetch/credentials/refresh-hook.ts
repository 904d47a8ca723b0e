import { execFile } from 'node:child_process';
import { type RefreshRequest } from './refresh-requests.js';

/** Who renews a secret: a program with its arguments, or an address that takes a POST. */
export type RefreshHook = { command: [string, ...string[]] } | { webhook: string };

/** The new value of a secret, and until when it is good. */
export interface Renewal {
  value: string;
  expiresAt: Date | null;
}

/** Whether this names somebody who could renew a secret. */
export function isRefreshHook(value: unknown): value is RefreshHook {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false;
  const { command, webhook } = value as Record<string, unknown>;
  if (command !== undefined) {
    return Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === 'string' && word);
  }
  return typeof webhook === 'string' && /^https?:\/\//.test(webhook) && URL.canParse(webhook);
}

const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Runs a hook. It answers {"value": ..., "expiresAt": ...}, or nothing when it replaced the secret by itself; messages
 * of its failures hold nothing of what it said, which may be secret.
 */
export async function runRefreshHook(hook: RefreshHook, request: RefreshRequest): Promise<Renewal | null> {
  const answer = await ('command' in hook ? runCommand(hook.command, request) : callWebhook(hook.webhook, request));
  return answer.trim() === '' ? null : renewalIn(answer);
}

function renewalIn(answer: string): Renewal {
  const wrong = new Error('the hook answered something else than {"value": ..., "expiresAt": ...}');
  let fields: { value?: unknown; expiresAt?: unknown } | null;
  try {
    fields = JSON.parse(answer) as typeof fields;
  } catch {
    throw wrong;
  }
  const expiresAt = fields?.expiresAt ? new Date(String(fields.expiresAt)) : null;
  if (typeof fields?.value !== 'string' || Number.isNaN(expiresAt?.getTime())) throw wrong;
  return { value: fields.value, expiresAt };
}

function runCommand([program, ...args]: [string, ...string[]], { name, cause }: RefreshRequest): Promise<string> {
  // The settings of this process hold secrets of ours: the hook gets its name and nothing of them.
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', CREDENTIAL_NAME: name, CREDENTIAL_CAUSE: cause };
  return new Promise((resolve, reject) => {
    const options = { env, timeout: TIMEOUT_MS, maxBuffer: MAX_ANSWER_BYTES, killSignal: 'SIGKILL' } as const;
    execFile(program, args, options, (error, stdout) => {
      if (!error) return resolve(stdout);
      const why = error.killed ? `not done after ${TIMEOUT_MS / 1000} s` : `ended with ${error.code ?? error.signal}`;
      reject(new Error(`the command ${program} ${why}`));
    });
  });
}

/** The address is the operator's own and usually inside: it is asked directly, not through the egress guard. */
async function callWebhook(webhook: string, request: RefreshRequest): Promise<string> {
  const { host } = new URL(webhook);
  const response = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Error(`the webhook at ${host} does not answer`);
  });
  if (!response.ok) throw new Error(`the webhook at ${host} answered ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_ANSWER_BYTES) throw new Error(`the webhook at ${host} answered too much`);
  return text;
}
