import { askSimWeb, type SimWeb, startSimWeb } from '@govcrawler/testing';
import { decodePage } from '../charset/decode-page.js';
import { checkDetailSelectors, proposeDetailSelectors, type SamplePage } from './propose-detail.js';

const NOW = new Date('2026-11-16T12:00:00+08:00');
const SITES = ['sim_yunlan', 'sim_lingdong', 'sim_shalan', 'sim_xinhua'];

describe('proposeDetailSelectors on the simulated web', () => {
  let web: SimWeb;
  beforeAll(async () => {
    web = await startSimWeb({ documents: 300 });
  });
  afterAll(() => web.close());

  async function samplesOf(site: string): Promise<SamplePage[]> {
    const documents = web.documents(site).filter(({ kind }) => kind === 'text');
    return Promise.all(
      documents.slice(0, 4).map(async ({ url, title, publishDate }) => {
        const { body, headers } = await askSimWeb(web.port, url);
        const charset = /charset=([\w-]+)/.exec(String(headers['content-type']))?.[1] ?? null;
        return { url, title, publishDate, html: decodePage(body, charset).text };
      }),
    );
  }

  it.each(SITES)('%s: finds selectors that read every page with all fields', async (site) => {
    const samples = await samplesOf(site);
    const selectors = proposeDetailSelectors(samples, NOW);
    const checks = checkDetailSelectors(samples, selectors, NOW);
    expect(checks.filter(({ title, publishTime, content }) => title && publishTime && content)).toHaveLength(4);
  });

  it('does not call selectors of another site right', async () => {
    const selectors = proposeDetailSelectors(await samplesOf('sim_xinhua'), NOW);
    const checks = checkDetailSelectors(await samplesOf('sim_shalan'), selectors, NOW);
    expect(checks.filter(({ content }) => content)).toEqual([]);
  });
});
