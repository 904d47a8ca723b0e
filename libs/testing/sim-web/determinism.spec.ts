import { askSimWeb } from './sim-client.js';
import { startSimWeb } from './sim-web.js';

/** First lists, APIs and some pages of a web, as bytes. */
async function sample(options: Parameters<typeof startSimWeb>[0]) {
  const web = await startSimWeb(options);
  const urls = [
    ...web.sites.flatMap(({ siteFile }) => siteFile.columns.map((column) => column.list_url)),
    ...web
      .documents()
      .filter((_, index) => index % 10 === 0)
      .map(({ url }) => url),
  ];
  const pages = await Promise.all(
    urls.map(async (url) => [url, (await askSimWeb(web.port, url)).body.toString('base64')]),
  );
  await web.close();
  return { documents: web.documents(), siteFiles: web.sites.map(({ siteFile }) => siteFile), pages };
}

describe('the simulated web', () => {
  it('is the same to the byte for the same seed', async () => {
    const [one, two] = [await sample({ seed: 7, documents: 150 }), await sample({ seed: 7, documents: 150 })];
    expect(two).toEqual(one);
  });

  it('has other documents for another seed, at the same hosts and with the same site files', async () => {
    const [one, two] = [await sample({ seed: 7, documents: 150 }), await sample({ seed: 8, documents: 150 })];
    const titles = new Set(one.documents.map(({ title }) => title));
    expect(two.documents.filter(({ title }) => titles.has(title)).length).toBeLessThan(30);
    expect(two.siteFiles).toEqual(one.siteFiles);
  });

  it('returns to its first state on reset, and hands out copies of the truth', async () => {
    const web = await startSimWeb({
      documents: 60,
      faults: { 'www.yunlan.sim-cn.test': { fault: { kind: 'forbidden' } } },
    });
    const before = web.documents();
    web.documents()[0]!.title = 'changed by a reader';
    web.publish('sim_xinhua', 2);
    web.update(before[0]!.id);
    web.withdraw(before[1]!.id);
    web.setFault('www.yunlan.sim-cn.test', null);
    web.setRobots('www.yunlan.sim-cn.test', 'User-agent: *\nDisallow: /');
    expect(web.documents()).not.toEqual(before);
    web.reset();
    expect(web.documents()).toEqual(before);
    expect((await askSimWeb(web.port, 'http://www.yunlan.sim-cn.test/')).status).toBe(403);
    expect((await askSimWeb(web.port, 'http://www.yunlan.sim-cn.test/robots.txt')).body.toString()).toContain(
      'Allow: /',
    );
    await web.close();
  });

  it('publishes the same documents again after a reset', async () => {
    const web = await startSimWeb({ documents: 60 });
    const first = web.publish('sim_yunlan', 5);
    web.reset();
    expect(web.publish('sim_yunlan', 5)).toEqual(first);
    await web.close();
  });

  it('says which site, host or document it does not have', async () => {
    const web = await startSimWeb({ documents: 12 });
    expect(() => web.documents('nowhere')).toThrow('no site "nowhere"');
    expect(() => web.setFault('nowhere.test', null)).toThrow('no host "nowhere.test"');
    expect(() => web.update('sim_xinhua/none')).toThrow('no document "sim_xinhua/none"');
    await web.close();
  });
});
