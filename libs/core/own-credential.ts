import { hostKey } from './host-key.js';

/**
 * The secret of a site goes with requests to the site's own hosts. What its pages link to elsewhere is asked for as a
 * stranger, whatever the secret itself is good for.
 */
export function ownCredential(
  url: string,
  credential: string | undefined,
  ownAddresses: readonly string[],
): { credential?: string } {
  if (credential === undefined || !URL.canParse(url)) return {};
  return ownAddresses.some((own) => hostKey(own) === hostKey(url)) ? { credential } : {};
}
