import { type CrawlItem, type CrawlPlan } from '@govcrawler/contracts';
import { ConfigError } from '@govcrawler/core';
import { defineAdapter } from '../define-adapter.js';
import { readParams } from '../listing/adapter-params.js';
import { asFailure } from '../listing/list-request.js';
import { buildItem } from '../listing/build-item.js';
import { fileBodyHtml } from '../listing/file-item.js';
import { readDetail } from '../read-detail.js';
import { agentParamsSchema, dateRangeOf } from './agent-params.js';
import { collectSection } from './collect-section.js';
import { navigateHome, type Section } from './navigate-home.js';
import { type SavedItem } from './section-tools.js';
import { SourceBrowser } from './source-browser.js';

/** Collects a source that nobody wrote selectors for: a model finds its sections, agents collect them one by one. */
export const agentAdapter = defineAdapter({
  id: 'agent',
  title: '智能体采集（无需选择器）',
  defaultIntervalSec: null,
  paramsSchema: agentParamsSchema,
  defaultSelectors: { list: null, detail: {} },
  needsModel: true,
  readsSeveralLists: true,

  async *list(context) {
    const { plan, agents, signal } = context;
    if (!agents) throw new ConfigError('没有配置大模型服务（MODEL_BASE_URL），智能体采集不可用');
    const params = readParams(agentParamsSchema, plan);
    const range = dateRangeOf(params, context.now());
    const source = {
      name: plan.target.name,
      url: plan.target.entryUrl,
      focusAreas: params.focus_areas,
      maxSections: params.max_sections,
    };
    const browser = new SourceBrowser(context, source.url, params.hosts);
    const tell = (phase: 'navigate' | 'section', section: string | null, at: number, of: number, saved: number) =>
      agents.onProgress({ phase, section, sectionNo: at, sections: of, saved, usage: agents.calls.ledger.usage });

    tell('navigate', null, 0, 0, 0);
    const home = await browser.browse(source.url);
    if (!home.ok) {
      const failure = home.failure ?? offSite(source.url, home.reason);
      yield { kind: 'failed', pageNo: 1, url: source.url, failure };
      return 'partial';
    }
    const { sections, fallback } = await navigateHome({ ...agents, signal }, browser, source, home.page);
    if (fallback !== null) agents.onNote(`栏目导航改用代码识别：${fallback}`);

    const taken = new Set<string>();
    for (const [index, section] of sections.entries()) {
      if (signal.aborted) return 'partial';
      const at = index + 1;
      const before = taken.size;
      const outcome = await collectSection({
        agents,
        signal,
        browser,
        section,
        range,
        params,
        taken,
        onSaved: (saved) => tell('section', section.name, at, sections.length, before + saved),
      });
      if (outcome.fallback !== null) agents.onNote(`栏目“${section.name}”改用列表识别：${outcome.fallback}`);
      if (outcome.failure !== null && sections.length === 1) {
        yield { kind: 'failed', pageNo: at, url: section.url, failure: outcome.failure };
        return 'partial';
      }
      if (outcome.failure !== null) agents.onNote(`栏目“${section.name}”无法打开：${outcome.failure.reason}`);
      const items = outcome.items.map((item) => itemOf(plan, section, item)).filter((item) => item !== null);
      yield { kind: 'page', pageNo: at, url: section.url, items, totalPages: sections.length };
    }
    // What an agent leaves out proves nothing about the site.
    return 'partial';
  },

  parseDetail(page, item, plan, now) {
    const fields = readDetail(page, item, plan.column.detail, now);
    // Where nobody wrote a selector, the generic engine is how its pages are read, and no sign of a drift.
    return plan.column.detail.content === undefined ? { ...fields, usedFallback: false } : fields;
  },
});

function itemOf(plan: CrawlPlan, section: Section, { title, url, date, isFile, type }: SavedItem): CrawlItem | null {
  const file = isFile ? { attachments: [{ url, name: title }], bodyHtml: fileBodyHtml(url, title) } : {};
  return buildItem(plan, {
    url,
    title,
    publishDate: date,
    channelName: section.name,
    metadata: { section: section.name, ...(type === null ? {} : { type }) },
    ...file,
  });
}

function offSite(url: string, message: string) {
  const page = {
    ok: true as const,
    url,
    finalUrl: url,
    status: 200,
    headers: {},
    body: new Uint8Array(),
    charsetHint: null,
  };
  const facts = { strategy: 'http' as const, startedAt: new Date(0), durationMs: 0, attempts: 1 };
  return asFailure({ ...page, ...facts }, 'http_other', message);
}
