import { type BrowserContext, type Page } from 'playwright-core';
import { type Credential } from '../credentials/credential.js';
import { bareHostname } from '../egress/egress-policy.js';
import { keepsSecrets } from '../http/http-tier.js';

/**
 * Has a page send a secret to the hosts it belongs to. Cookies are the browser's own matter, out of reach of scripts.
 * Headers are added to one request at a time, each hop of a redirect anew: playwright's own routes would carry them
 * along to wherever a redirect leads.
 */
export async function carrySecret(
  page: Page,
  context: BrowserContext,
  { secret, url: asked }: { secret: Credential; url: string },
): Promise<void> {
  const secure = new URL(asked).protocol === 'https:';
  const cookies = secret.hosts.flatMap((host) => cookiesOf(secret, host).map((cookie) => ({ ...cookie, secure })));
  if (cookies.length > 0) return context.addCookies(cookies);
  const session = await context.newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request: { url, headers: own } }) => {
    const hop = new URL(url);
    const added = keepsSecrets(hop, asked) ? secret.headersFor(bareHostname(hop.hostname)) : {};
    const headers = Object.entries({ ...own, ...added }).map(([name, value]) => ({ name, value }));
    const changes = Object.keys(added).length > 0 ? { headers } : {};
    // The page may be gone by now.
    void session.send('Fetch.continueRequest', { requestId, ...changes }).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
}

function cookiesOf(secret: Credential, host: string) {
  const pairs = secret.headersFor(host)['cookie']?.split(/;\s*/) ?? [];
  return pairs.flatMap((pair) => {
    const [name = '', ...rest] = pair.split('=');
    const cookie = { name: name.trim(), value: rest.join('='), httpOnly: true, sameSite: 'Lax' as const };
    return cookie.name ? [{ ...cookie, domain: host, path: '/' }] : [];
  });
}
