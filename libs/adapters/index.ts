export { adapterById, adapterIds } from './adapter-registry.js';
export { checkSite, type SiteProblem } from './check-site.js';
export { readGkmlptConfig, type GkmlptColumn, type GkmlptConfig } from './gkmlpt/gkmlpt-config.js';
export { discoverFeeds, type FeedDiscovery } from './rss/discover-feeds.js';
export { readStored, reparseArticle, type Reparsed } from './reparse/reparse-article.js';
export { readOpml, writeOpml, type OpmlFeed } from './rss/opml.js';
export {
  type AdapterContext,
  type AgentCrawlProgress,
  type AgentServices,
  type ListEnd,
  type ListStep,
  type PageText,
  type ProbeReport,
  type SiteAdapter,
} from './site-adapter.js';
export { readFeed, type FeedEntry } from './rss/read-feed.js';
