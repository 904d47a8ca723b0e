/** The lane of an address: its netloc in lower case. Two sites on one host share it; a port makes another host. */
export function hostKey(url: string): string {
  return new URL(url).host.toLowerCase().replace(/\.(?=$|:)/, '');
}
