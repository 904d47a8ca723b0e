export * from './admin-api.js';
export * from './article.js';
export * from './crawl-item.js';
export * from './crawl-job.js';
export * from './crawl-plan.js';
export * from './delivery.js';
export * from './fetch.js';
export * from './site-file.js';
