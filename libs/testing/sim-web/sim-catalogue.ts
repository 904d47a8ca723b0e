import { type SiteDefinition } from './dialects/dialect.js';
import { nfcmsDialect } from './dialects/nfcms.js';
import { trsDialect } from './dialects/trs.js';
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
  },
];
