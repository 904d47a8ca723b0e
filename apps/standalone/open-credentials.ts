import {
  CredentialRefreshJob,
  InProcessRefreshRequests,
  type RefreshRequests,
  SecretFileCredentials,
} from '@govcrawler/fetch';
import { type Logger } from '@govcrawler/platform';
import { type StandaloneConfig } from './config.js';

/** The secrets of sites and the job that renews them, as in the fetch service; none without a folder. */
export function openCredentials(
  { CREDENTIALS_DIR: folder, CREDENTIAL_REFRESH_SEC: refreshSec }: StandaloneConfig,
  logger: Logger,
  shared: RefreshRequests | null,
) {
  if (!folder) return { credentials: undefined, close: async () => undefined };
  const requests = shared ?? new InProcessRefreshRequests();
  const credentials = new SecretFileCredentials(folder, requests, logger);
  const job = new CredentialRefreshJob(credentials, requests, logger);
  job.start(refreshSec * 1000);
  return { credentials, close: () => job.stop() };
}
