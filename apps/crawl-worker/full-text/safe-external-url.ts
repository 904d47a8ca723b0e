import { isPublicAddress } from '@govcrawler/fetch';

const INNER_NAME = /^(?:localhost|.*\.(?:localhost|local|internal|lan|home\.arpa))$/i;

/**
 * Whether an address can be outside at all: http(s), no password in it, no inner name, no private or special literal
 * address. What a name resolves to is checked by the fetch door, which connects to the very address it checked.
 */
export function isSafeExternalUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '') return false;
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === '' || INNER_NAME.test(host)) return false;
  const isLiteral = host.includes(':') || /^[\d.]+$/.test(host);
  return !isLiteral || isPublicAddress(host);
}
