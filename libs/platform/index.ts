export { EmbeddedPostgres } from './embedded/embedded-postgres.js';
export { lockFolder, type FolderLock } from './embedded/folder-lock.js';
