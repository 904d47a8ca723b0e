export {
  hostList,
  hostListSetting,
  integerSetting,
  loadConfig,
  portSetting,
  renderEnvExample,
  secondsSetting,
  type ConfigSchema,
} from './config/load-config.js';
export { openSecretBox, SecretBox, SECRETS_KEY_FILE } from './config/secret-box.js';
export { openEmbeddedCopy } from './embedded/embedded-copy.js';
export { EmbeddedPostgres } from './embedded/embedded-postgres.js';
export { lockFolder, type FolderLock } from './embedded/folder-lock.js';
export { serveHealth, type HealthServer } from './health/health-server.js';
export { createLogger, redactUrl, type Logger, type LogLevel } from './logging/logger.js';
export { createMetrics } from './metrics/create-metrics.js';
export { RepeatedWork, type RepeatedWorkOptions } from './repeated-work.js';
export { readYamlFile } from './site-files/read-yaml-file.js';
export { loadSiteFiles, parseSiteFile, type LoadedSiteFile, type SiteCheck } from './site-files/load-site-files.js';
export { SiteFolder, writeSiteFile, type NewSiteColumn, type NewSiteFile } from './site-files/write-site-file.js';
