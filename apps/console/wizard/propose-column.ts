import { type SiteView } from '@govcrawler/contracts';

/** Names for a new column, made of its address: www.qingyuan.gov.cn/zwgk/tzgg/ -> qingyuan__tzgg. */
export function proposeColumn(url: string, site: SiteView | undefined, sites: SiteView[]) {
  const { host, pathname } = new URL(url);
  const folder = pathname
    .split('/')
    .filter((part) => part !== '' && !part.includes('.'))
    .at(-1);
  const siteCode = site?.code ?? slug(host.replace(/^www\./, '').replace(/\.gov\.cn.*$/, ''));
  const taken = new Set(sites.flatMap(({ targets }) => targets.map(({ code }) => code)));
  const wanted = `${siteCode}__${slug(folder ?? 'list')}`;
  let code = wanted;
  for (let number = 2; taken.has(code); number += 1) code = `${wanted}_${number}`;
  return { siteName: site?.name ?? host, name: '', code, scheduleCron: '30 8 * * *' };
}

function slug(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'site'
  );
}
