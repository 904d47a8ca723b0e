import { type SiteDefinition } from './dialects/dialect.js';
import { feedsDialect } from './dialects/feeds.js';
import { gbkCountyDialect } from './dialects/gbk-county.js';
import { gkmlptDialect } from './dialects/gkmlpt.js';
import { govCnXxgkDialect } from './dialects/gov-cn-xxgk.js';
import { govCnZcwjkDialect } from './dialects/gov-cn-zcwjk.js';
import { neteaseDialect } from './dialects/netease.js';
import { nfcmsDialect } from './dialects/nfcms.js';
import { trsDialect } from './dialects/trs.js';
import { xinhuaDialect } from './dialects/xinhua.js';
import { type Issuer } from './text/official-text.js';

const PROVINCE: Issuer = {
  region: '岭东省',
  places: ['云澜市', '临浦市', '石麓县', '沙澜县', '青岚区', '望川区', '浦阳县', '明岭市', '鹤鸣县', '清溪区'],
  agencies: [
    { name: '岭东省人民政府', mark: '岭府' },
    { name: '岭东省人民政府办公厅', mark: '岭府办' },
    { name: '岭东省财政厅', mark: '岭财规' },
    { name: '岭东省教育厅', mark: '岭教函' },
    { name: '岭东省民政厅', mark: '岭民发' },
    { name: '岭东省生态环境厅', mark: '岭环发' },
  ],
  indexPrefix: '11990000MB2C91453G',
  media: false,
};

const DEVELOPMENT_COMMISSION: Issuer = {
  ...PROVINCE,
  agencies: [{ name: '岭东省发展和改革委员会', mark: '岭发改' }],
  indexPrefix: '11990000006939801P',
};

const CITY: Issuer = {
  region: '云澜市',
  places: ['青岚区', '望川区', '石麓县', '沙澜县', '河口镇', '松岗街道', '东湖街道', '白石镇'],
  agencies: [
    { name: '云澜市人民政府', mark: '云府' },
    { name: '云澜市人民政府办公室', mark: '云府办' },
    { name: '云澜市市场监督管理局', mark: '云市监' },
    { name: '云澜市人力资源和社会保障局', mark: '云人社' },
    { name: '云澜市住房和城乡建设局', mark: '云建字' },
  ],
  indexPrefix: '11992100007651234X',
  media: false,
};

const COUNTY: Issuer = {
  region: '石麓县',
  // 䶮 lies outside GBK: only GB18030 can write it.
  places: ['河口镇', '白石镇', '䶮溪镇', '麓东街道', '大坪乡', '桥头镇', '长岭乡'],
  agencies: [
    { name: '石麓县人民政府', mark: '石府' },
    { name: '石麓县人民政府办公室', mark: '石府办' },
    { name: '石麓县农业农村局', mark: '石农字' },
    { name: '石麓县水利局', mark: '石水函' },
  ],
  indexPrefix: '11992123007654321Y',
  media: false,
};

const OLD_COUNTY: Issuer = {
  ...COUNTY,
  region: '沙澜县',
  agencies: [
    { name: '沙澜县人民政府', mark: '沙府' },
    { name: '沙澜县人民政府办公室', mark: '沙府办' },
    { name: '沙澜县教育局', mark: '沙教字' },
  ],
};

const STATE: Issuer = {
  region: '全国',
  places: ['岭东省', '海西省', '北麓自治区', '东湾市', '南屏省', '云中省', '西川自治州', '平原新区'],
  agencies: [
    { name: '国务院', mark: '国发' },
    { name: '国务院办公厅', mark: '国办发' },
    { name: '国务院办公厅', mark: '国办函' },
  ],
  indexPrefix: '000014349',
  media: false,
};

const MINISTRIES: Issuer = {
  ...STATE,
  agencies: [
    ...STATE.agencies,
    { name: '国家发展改革委', mark: '发改规划' },
    { name: '财政部', mark: '财预' },
    { name: '农业农村部', mark: '农办发' },
    { name: '金融监管总局 商务部', mark: '金发' },
  ],
};

const press = (...sources: string[]): Issuer => ({
  ...PROVINCE,
  agencies: sources.map((name) => ({ name, mark: '' })),
  media: true,
});

/** The twelve sites. Places and agencies below the state level are invented; all hosts lie under the reserved .test. */
export const SITE_DEFINITIONS: readonly SiteDefinition[] = [
  {
    code: 'sim_lingdong',
    name: '岭东省人民政府门户网站',
    dialect: trsDialect({ pager: 'call' }),
    hosts: ['www.lingdong.sim-cn.test'],
    root: '/',
    share: 70,
    columns: [
      { id: 'szfwj', name: '省政府文件', path: '/zwgk/szfwj/', category: '政策文件' },
      { id: 'tzgg', name: '通知公告', path: '/zwgk/tzgg/', category: '通知公告' },
      { id: 'zcjd', name: '政策解读', path: '/zwgk/zcjd/', category: '政策解读' },
    ],
    issuer: PROVINCE,
    pageSize: 15,
  },
  {
    code: 'sim_lingdong_fgw',
    name: '岭东省发展和改革委员会',
    dialect: trsDialect({ pager: 'variables' }),
    // The commission lives on the province's host: two sites, one lane.
    hosts: ['www.lingdong.sim-cn.test'],
    root: '/fgw/',
    share: 30,
    columns: [
      { id: 'gfxwj', name: '规范性文件', path: '/fgw/zcfg/gfxwj/', category: '政策文件' },
      { id: 'xmgs', name: '项目公示', path: '/fgw/xmgs/', category: '公示' },
    ],
    issuer: DEVELOPMENT_COMMISSION,
    pageSize: 10,
  },
  {
    code: 'sim_yunlan',
    name: '云澜市人民政府门户网站',
    dialect: nfcmsDialect,
    hosts: ['www.yunlan.sim-cn.test'],
    root: '/',
    share: 60,
    columns: [
      { id: 'gsgg', name: '公示公告', path: '/zwgk/gsgg/', category: '通知公告', cmsId: 11021 },
      { id: 'zfwj', name: '市政府文件', path: '/zwgk/zcfg/zfwj/', category: '政策文件', cmsId: 11035 },
    ],
    issuer: CITY,
    pageSize: 20,
    gzip: true,
  },
  {
    code: 'sim_gov_xxgk',
    name: '国务院政府信息公开（模拟）',
    dialect: govCnXxgkDialect,
    hosts: ['www.gov.sim-cn.test', 'sousuoht.gov.sim-cn.test'],
    root: '/',
    share: 50,
    columns: [{ id: 'xxgk', name: '政府信息公开', path: '/zhengce/xxgk/', category: '政策文件' }],
    issuer: STATE,
    pageSize: 20,
  },
  {
    code: 'sim_gov_zcwjk',
    name: '国务院政策文件库（模拟）',
    dialect: govCnZcwjkDialect,
    hosts: ['zhengce.gov.sim-cn.test', 'sousuo.gov.sim-cn.test'],
    root: '/',
    share: 60,
    columns: [
      { id: 'gw', name: '国务院文件', path: '/zcwjk/gw/', category: '政策文件' },
      { id: 'all', name: '政策文件库', path: '/zcwjk/policyDocumentLibrary', category: '政策文件' },
    ],
    issuer: MINISTRIES,
    pageSize: 8,
  },
  {
    code: 'sim_lingdong_gkml',
    name: '岭东省政府信息公开目录',
    dialect: gkmlptDialect({ list: 'articles', sid: '990001', onePageOnly: false, bodyInScriptOnly: false }),
    hosts: ['gkml.lingdong.sim-cn.test'],
    root: '/',
    share: 60,
    columns: [
      { id: 'gfxwj', name: '规范性文件', path: '/gkmlpt/index', category: '政策文件', cmsId: 2101 },
      { id: 'qtwj', name: '其他文件', path: '/gkmlpt/index', category: '政策文件', cmsId: 2102 },
    ],
    issuer: PROVINCE,
    pageSize: 20,
  },
  {
    code: 'sim_yunlan_gkml',
    name: '云澜市政府信息公开目录',
    dialect: gkmlptDialect({ list: 'articles', sid: '992100', onePageOnly: true, bodyInScriptOnly: true }),
    hosts: ['gkml.yunlan.sim-cn.test'],
    // The bureau's platform lies below a folder of the city's host.
    root: '/ylsjj/',
    share: 40,
    columns: [{ id: 'tzgg', name: '通知公告', path: '/ylsjj/gkmlpt/index', category: '通知公告', cmsId: 3301 }],
    issuer: CITY,
    pageSize: 20,
  },
  {
    code: 'sim_shilu_gkml',
    name: '石麓县政府信息公开目录',
    dialect: gkmlptDialect({ list: 'seed', sid: '992123', onePageOnly: false, bodyInScriptOnly: false }),
    hosts: ['gkml.shilu.sim-cn.test'],
    root: '/',
    share: 40,
    columns: [{ id: 'zfwj', name: '县政府文件', path: '/gkmlpt/index', category: '政策文件', cmsId: 4401 }],
    issuer: COUNTY,
    pageSize: 20,
  },
  {
    code: 'sim_shalan',
    name: '沙澜县人民政府网',
    dialect: gbkCountyDialect,
    hosts: ['www.shalan.sim-cn.test'],
    root: '/',
    share: 50,
    columns: [
      { id: 'ggl', name: '公告栏', path: '/list.asp?classid=3', category: '通知公告', cmsId: 3 },
      { id: 'wjk', name: '县政府文件', path: '/list.asp?classid=8', category: '政策文件', cmsId: 8 },
    ],
    issuer: OLD_COUNTY,
    pageSize: 15,
  },
  {
    code: 'sim_xinhua',
    name: '新华网（模拟）',
    dialect: xinhuaDialect,
    hosts: ['www.news.sim-cn.test'],
    root: '/',
    share: 50,
    columns: [
      { id: 'politics', name: '时政', path: '/politics/', category: '时政要闻' },
      { id: 'local', name: '地方', path: '/local/', category: '地方动态' },
    ],
    issuer: press('新华社', '新华网', '半月谈'),
    pageSize: 1000,
  },
  {
    code: 'sim_netease',
    name: '网易新闻（模拟）',
    dialect: neteaseDialect,
    hosts: ['news.netease.sim-cn.test'],
    root: '/',
    share: 40,
    columns: [
      { id: 'domestic', name: '国内', path: '/domestic/', category: '国内新闻' },
      { id: 'money', name: '财经', path: '/money/', category: '财经新闻' },
    ],
    issuer: press('央视新闻', '经济日报', '澎湃新闻'),
    pageSize: 12,
  },
  {
    code: 'sim_daily',
    name: '岭东日报',
    dialect: feedsDialect,
    hosts: ['www.lddaily.sim-cn.test'],
    root: '/',
    share: 50,
    columns: [
      { id: 'yaowen', name: '要闻', path: '/rss/yaowen/', category: '时政要闻' },
      { id: 'pinglun', name: '理论评论', path: '/atom/pinglun/', category: '理论评论' },
    ],
    issuer: press('岭东日报', '岭东发布', '云澜日报'),
    pageSize: 100,
  },
];

/** What lies at /robots.txt; hosts that are not named have none. */
export const ROBOTS: Readonly<Record<string, { type: string; body: string }>> = {
  'www.yunlan.sim-cn.test': { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' },
  'www.lingdong.sim-cn.test': {
    type: 'text/plain',
    body: 'User-agent: *\nDisallow: /search/\nDisallow: /zwgk/nbwj/\n',
  },
  'news.netease.sim-cn.test': {
    type: 'text/plain',
    body: 'User-agent: *\nCrawl-delay: 0.1\nDisallow: /comment/\nDisallow: /keywords/\n\nUser-agent: BadBot\nDisallow: /\n',
  },
  // Some servers answer every unknown path with their home page.
  'www.news.sim-cn.test': {
    type: 'text/html; charset=utf-8',
    body: '<!DOCTYPE html><html><head><title>新华网</title></head><body><h1>Disallow: /</h1><p>您访问的页面不存在</p></body></html>',
  },
};

/** Many small sites of one kind, each on a host of its own, for measurements. */
export function countySites(count: number): SiteDefinition[] {
  return Array.from({ length: count }, (_, index) => ({
    code: `sim_county_${index + 1}`,
    name: `石麓县人民政府 ${index + 1}`,
    dialect: trsDialect({ pager: 'call' }),
    hosts: [`c${index + 1}.county.sim-cn.test`],
    root: '/',
    share: 1,
    columns: [{ id: 'tzgg', name: '通知公告', path: '/zwgk/tzgg/', category: '通知公告' }],
    issuer: COUNTY,
    pageSize: 20,
  }));
}

/**
 * A portal that agents collect: three columns behind its home page, and a site file that names only the home page and
 * what to look for. `documents` of the simulated web is the size of all three together.
 */
export function agentPortal(params: Record<string, unknown> = {}): SiteDefinition {
  const columns = [
    { id: 'zcwj', name: '市级政策', path: '/zcwj/', category: '政策文件', cmsId: 701 },
    { id: 'tzgg', name: '公示通告', path: '/tzgg/', category: '通知公告', cmsId: 702 },
    { id: 'zcjd', name: '解读回应', path: '/zcjd/', category: '政策解读', cmsId: 703 },
  ] as const;
  const host = 'portal.sim-cn.test';
  return {
    code: 'sim_portal',
    name: '云澜市政务门户',
    dialect: {
      ...nfcmsDialect,
      siteFile: () => ({
        adapter: 'agent',
        adapter_params: { focus_areas: columns.map(({ name }) => name), ...params },
        columns: [{ column_id: 'all', name: '云澜市政务门户', list_url: `http://${host}/`, enabled: true }],
      }),
    },
    hosts: [host],
    root: '/',
    share: 1,
    columns: [...columns],
    issuer: CITY,
    pageSize: 12,
  };
}
