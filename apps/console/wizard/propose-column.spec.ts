import { type SiteView } from '@govcrawler/contracts';
import { proposeColumn } from './propose-column.js';

describe('names for a new column', () => {
  it.each([
    ['http://www.qingyuan.gov.cn/zwgk/tzgg/', 'qingyuan__tzgg'],
    ['http://www.qingyuan.gov.cn/zwgk/tzgg/index.html', 'qingyuan__tzgg'],
    ['https://fgw.qingyuan.gov.cn/', 'fgw_qingyuan__list'],
    ['http://127.0.0.1:8080/list/', '127_0_0_1_8080__list'],
  ])('of %s begin with %s', (url, code) => {
    expect(proposeColumn(url, undefined, []).code).toBe(code);
  });

  it('take no code that is taken', () => {
    const site = { code: 'qingyuan', name: '清远市', targets: [{ code: 'qingyuan__tzgg' }] } as unknown as SiteView;
    expect(proposeColumn('http://www.qingyuan.gov.cn/tzgg/', site, [site])).toMatchObject({
      siteName: '清远市',
      code: 'qingyuan__tzgg_2',
    });
  });
});
