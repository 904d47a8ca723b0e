/**
 * The proxy for pages and all they load, and for WebSockets one that cannot be: the guarding proxy speaks no SOCKS and
 * hangs up. A browser keeps connections to one host through two proxies apart, so this also closes WebSockets inside an
 * HTTP/2 session that a page has open (RFC 8441), which no proxy can see.
 */
export function proxyRules(server: string): string {
  const { host } = new URL(server);
  return `http=${host};https=${host};socks=socks5://${host}`;
}
