// Answers for 5,000 targets and 1,000,000 articles in the place of a demo that has twenty documents.
const SITES = 100;
const TARGETS = 5_000;
const ARTICLES = 1_000_000;
const KINDS = ['通知公告', '政策文件', '公示公告', '发展规划', '财政信息'];

export async function serveTargets(page) {
  const [site] = await (await page.request.get(new URL('/admin/api/sites', page.url()).href)).json();
  const each = TARGETS / SITES;
  const sites = Array.from({ length: SITES }, (_, s) => ({
    ...site,
    code: `site_${s}`,
    name: `第 ${s} 个市人民政府门户网站`,
    targets: Array.from({ length: each }, (_, t) => ({
      ...site.targets[0],
      code: `site_${s}__${t}`,
      name: `${KINDS[t % KINDS.length]} 目标 ${s * each + t}`,
      siteCode: `site_${s}`,
      siteName: `第 ${s} 个市人民政府门户网站`,
    })),
  }));
  await page.route('**/admin/api/sites', (route) => route.fulfill({ json: sites }));
}

export async function serveArticles(page) {
  const url = new URL('/admin/api/articles/search?limit=20', page.url()).href;
  const found = await (await page.request.get(url)).json();
  const ids = found.items.map(({ id }) => id);
  await page.route('**/admin/api/articles/search?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset') ?? 0)];
    const items = Array.from({ length: limit }, (_, i) => ({
      ...found.items[i % ids.length],
      id: offset + i + 1,
      title: `关于印发第 ${offset + i + 1} 号文件的通知`,
    }));
    return route.fulfill({ json: { ...found, count: limit, total: ARTICLES, limit, offset, items } });
  });
  // Whichever is opened, it is one of those that are there.
  const article = await (await page.request.get(new URL(`/api/articles/${ids[0]}`, page.url()).href)).json();
  await page.route(/\/api\/articles\/\d+$/, (route) => route.fulfill({ json: article }));
}
