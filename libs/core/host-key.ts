/** The lane of an address: its netloc in lower case. Two sites on one host share it; a port makes another host. */
export function hostKey(url: string): string {
  return new URL(url).host.toLowerCase().replace(/\.(?=$|:)/, '');
}

/**
 * The lane of a target: the host of its own list. That may be another one than its site's, and a list may move; what
 * counts is which server is asked.
 */
export function laneOf(entryUrl: string, baseUrl: string): string {
  return hostKey(URL.canParse(entryUrl) ? entryUrl : baseUrl);
}
