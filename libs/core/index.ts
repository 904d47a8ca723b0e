export * from './article-status.js';
export * from './errors.js';
export * from './host-key.js';
export * from './list-boundary.js';
export * from './pace.js';
export * from './resolve-column.js';
export * from './url-identity.js';
