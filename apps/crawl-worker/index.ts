export { CrawlWorkerModule, type CrawlWorkerInfrastructure } from './crawl-worker.module.js';
