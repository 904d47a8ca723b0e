import { setTimeout as sleep } from 'node:timers/promises';
import { type BriefingItemView, type BriefingOrder, type RunUsage } from '@govcrawler/contracts';
import { agentPortal, startModelServer, startSimWeb } from '@govcrawler/testing';
import { type Platform } from '../open-platform.js';

const DOCUMENTS = 40;
const SHOWN = 5;
const PRICES = { input: 2, output: 8 };

/**
 * The part of the demo with a language model: a portal that nobody wrote selectors for, and a scripted model behind
 * the real protocol. No real model runs here.
 */
export async function startAgentDemo() {
  const [portal, model] = await Promise.all([
    startSimWeb({ definitions: [agentPortal({ days: 3660 })], documents: DOCUMENTS }),
    startModelServer(),
  ]);
  return {
    portal,
    settings: {
      MODEL_BASE_URL: model.baseUrl,
      MODEL_NAME: 'scripted',
      MODEL_PRICE_INPUT: String(PRICES.input),
      MODEL_PRICE_OUTPUT: String(PRICES.output),
    },
    close: () => Promise.all([portal.close(), model.close()]),
    /** Writes a briefing of the portal; true when it holds every document and costs what the model's server counted. */
    brief: async (platform: Platform): Promise<boolean> => {
      const dates = portal.documents().map(({ publishDate }) => publishDate);
      const order: BriefingOrder = {
        title: '云澜市政务门户简报',
        targetCodes: portal.sites.flatMap(({ code, siteFile }) =>
          siteFile.columns.map((c) => `${code}__${c.column_id}`),
        ),
        from: dates.reduce((a, b) => (a < b ? a : b)),
        to: dates.reduce((a, b) => (a > b ? a : b)),
        collect: true,
        maxItems: 500,
        deliverTo: null,
      };
      const before = { ...model.told };
      const { items, usage } = await writeBriefing(platform, order);
      const promptTokens = model.told.promptTokens - before.promptTokens;
      const completionTokens = model.told.completionTokens - before.completionTokens;
      console.log(`\n${order.title}: ${items.length} documents, ranked`);
      for (const { position, title, publishDate, summary } of items.slice(0, SHOWN)) {
        console.log(`  ${position}. ${publishDate} ${title}\n     ${summary ?? '(no summary)'}`);
      }
      const { calls, cost, currency } = usage;
      console.log(
        `Model: ${calls} calls, ${usage.promptTokens} + ${usage.completionTokens} tokens, ${cost} ${currency}` +
          ` (its server counted ${promptTokens} + ${completionTokens})`,
      );
      const isEqual = usage.promptTokens === promptTokens && usage.completionTokens === completionTokens;
      return items.length === DOCUMENTS && isEqual;
    },
  };
}

async function writeBriefing(
  { database, errandLanes }: Platform,
  order: BriefingOrder,
): Promise<{ items: BriefingItemView[]; usage: RunUsage }> {
  const briefingId = await database.briefings.create(order, 'demo');
  const { errand } = await database.errands.create({
    kind: 'briefing.run',
    subject: String(briefingId),
    place: String(briefingId),
    payload: { briefingId },
    createdBy: 'demo',
    single: true,
  });
  await database.briefings.writtenBy(briefingId, errand.id);
  await errandLanes.enqueue(errand.lane, errand.id);
  for (;;) {
    const briefing = await database.briefings.find(briefingId);
    if (briefing && briefing.state !== 'open') {
      return { items: briefing.itemsJson?.items ?? [], usage: briefing.progressJson!.usage };
    }
    await sleep(200);
  }
}
