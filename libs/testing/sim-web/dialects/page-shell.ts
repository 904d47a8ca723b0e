import { SeededRandom } from '../seeded-random.js';
import { type SiteDefinition } from './dialect.js';

/** What surrounds the content of every page of a site: about as heavy as on real government sites. */
export interface PageShell {
  style: string;
  header: string;
  footer: string;
  script: string;
}

const MENUS: readonly [string, readonly string[]][] = [
  ['首页', ['网站地图', '无障碍浏览', '关怀版', '繁体版', '邮箱登录']],
  [
    '政务公开',
    ['政府信息公开指南', '政府信息公开制度', '法定主动公开内容', '政府信息公开年报', '依申请公开', '重点领域信息公开'],
  ],
  ['政策文件', ['规范性文件', '政策解读', '政府公报', '规章库', '废止失效文件', '意见征集']],
  ['政务服务', ['个人办事', '法人办事', '一件事一次办', '中介超市', '好差评', '办件查询']],
  ['互动交流', ['领导信箱', '在线访谈', '民意征集', '常见问题', '建议提案办理', '新闻发布会']],
  ['数据发布', ['统计公报', '数据解读', '财政预决算', '统计年鉴', '开放数据', '价格监测']],
  ['走进本地', ['历史沿革', '行政区划', '自然地理', '风土人情', '城市名片', '旅游资源']],
  ['专题专栏', ['优化营商环境', '安全生产月', '乡村全面振兴', '政府开放日', '防灾减灾', '法治政府建设']],
];

const STYLE_NAMES = [
  'header',
  'logo',
  'search_box',
  'nav',
  'nav_sub',
  'main',
  'crumb',
  'side',
  'side_title',
  'content',
  'article',
  'title',
  'info',
  'tools',
  'share',
  'print',
  'font_big',
  'font_small',
  'qrcode',
  'related',
  'pager',
  'footer',
  'links',
  'copyright',
  'jubao',
  'wza',
  'swiper',
  'tab',
  'tab_on',
  'tab_panel',
  'list',
  'list_item',
  'list_date',
  'notice',
  'banner',
  'float',
];

const shells = new Map<string, PageShell>();

/** Built once per site: the same header, footer, styles and scripts on all its pages. */
export function pageShell(site: SiteDefinition): PageShell {
  const known = shells.get(site.code);
  if (known) return known;
  const shell = buildShell(site);
  shells.set(site.code, shell);
  return shell;
}

/** Sentences that stand around every article and belong to none. */
export function boilerplate(site: SiteDefinition): string[] {
  return [`${site.name}版权所有，未经授权不得转载`, `主办单位：${site.name}办公室`, '建议使用1920×1080分辨率浏览本站'];
}

function buildShell(site: SiteDefinition): PageShell {
  const random = new SeededRandom(`shell/${site.code}`);
  const home = `http://${site.hosts[0]}${site.root}`;
  const columnLink = () => `http://${site.hosts[0]}${random.pick(site.columns).path}`;
  const menu = MENUS.map(
    ([name, entries]) =>
      `<li class="nav_item"><a href="${home}" target="_blank" class="nav_link">${name}</a>\n<div class="nav_sub"><ul>${entries
        .map((entry) => `<li><a href="${columnLink()}" title="${entry}" target="_blank">${entry}</a></li>`)
        .join('\n')}</ul></div></li>`,
  ).join('\n');
  const [copyright, organiser, advice] = boilerplate(site);
  return {
    style: `<style>\n${STYLE_NAMES.flatMap((name) => [styleRule(name, random), styleRule(`${name} a:hover`, random)]).join('\n')}\n</style>`,
    header: `<div class="header"><div class="logo"><a href="${home}"><img src="/images/logo.png" alt="${site.name}"></a></div>
<div class="search_box"><form action="/search/" method="get" target="_blank"><input type="text" name="q" placeholder="请输入关键字"><button type="submit">搜索</button></form></div>
<ul class="nav">${menu}</ul></div>`,
    footer: `<div class="footer"><div class="links"><span>友情链接</span>${site.issuer.places
      .map((place) => `<a href="javascript:void(0);" data-place="${place}">${place}人民政府网</a>`)
      .join('｜')}</div>
<p class="copyright">${organiser}　承办单位：${site.issuer.region}政务服务和数据管理局</p>
<p class="copyright">${copyright}　网站标识码：${random.digits(10)}　备案号：测试ICP备${random.digits(8)}号</p>
<p>${advice}　本站为软件测试用的模拟站点，内容均为虚构</p></div>`,
    script: `<script>\n${scriptLines(random)}\n</script>`,
  };
}

function styleRule(name: string, random: SeededRandom): string {
  const px = () => `${random.int(2, 48)}px`;
  return `.${name.startsWith('nav') ? 'header ' : ''}.${name} { margin: ${px()} auto; padding: ${px()} ${px()}; line-height: ${px()}; font-size: ${random.int(12, 22)}px; color: #${random.hex(6)}; background: url(/images/${random.hex(8)}.png) no-repeat 0 ${px()}; }`;
}

function scriptLines(random: SeededRandom): string {
  const counters = Array.from({ length: 24 }, (_, index) => `window._visit["k${index}"] = "${random.hex(32)}";`);
  return [
    'window._visit = window._visit || {};',
    ...counters,
    'function fontZoom(size) { var box = document.getElementById("zoom") || document.querySelector(".content"); if (box) { box.style.fontSize = size + "px"; } }',
    'function doPrint() { window.print(); }',
    'function shareTo(kind) { var url = encodeURIComponent(location.href), title = encodeURIComponent(document.title); window.open("/share/?to=" + kind + "&url=" + url + "&title=" + title); }',
  ].join('\n');
}
