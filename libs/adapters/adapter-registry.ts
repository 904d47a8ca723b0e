import { ConfigError } from '@govcrawler/core';
import { agentAdapter } from './agent/agent.adapter.js';
import { gkmlptAdapter } from './gkmlpt/gkmlpt.adapter.js';
import { govCnPolicyAdapter } from './gov-cn-policy/gov-cn-policy.adapter.js';
import { jsonListAdapter } from './json-list/json-list.adapter.js';
import { rssAdapter } from './rss/rss.adapter.js';
import { type SiteAdapter } from './site-adapter.js';
import { xinhuaAdapter } from './xinhua/xinhua.adapter.js';
import { yamlAdapter } from './yaml/yaml.adapter.js';

/** Every adapter there is. A new one is a folder and a line here. */
const ADAPTERS: readonly SiteAdapter[] = [
  yamlAdapter,
  gkmlptAdapter,
  govCnPolicyAdapter,
  rssAdapter,
  xinhuaAdapter,
  jsonListAdapter,
  agentAdapter,
];

const byId = new Map(ADAPTERS.map((adapter) => [adapter.id, adapter]));

/** The words that site files may use for `adapter`. */
export const adapterIds: readonly string[] = ADAPTERS.map(({ id }) => id);

/** The adapter of that id; throws ConfigError naming the known ones. */
export function adapterById(id: string): SiteAdapter {
  const adapter = byId.get(id);
  if (adapter) return adapter;
  throw new ConfigError(`Unknown adapter "${id}": known are ${adapterIds.join(', ')}`);
}
