export { crawlWorkerConfigSchema } from './config.js';
export { CrawlWorkerModule, type CrawlWorkerInfrastructure } from './crawl-worker.module.js';
export { AgentRuns } from './agents/agent-runs.js';
export { SummariseNewArticles } from './agents/summarise-new-articles.js';
