import { type ListedRow, type SimSiteState } from '../sim-site.js';
import { epochMs } from '../text/official-text.js';
import { type Dialect, type SimRequest, type SimResponse, type SiteDefinition } from './dialect.js';
import { GOV_CN_DETAIL, govCnAddress, govCnPage } from './gov-cn-page.js';
import { homePage } from './home-page.js';
import { cutPage } from './list-page.js';
import { html, json } from './markup.js';
import { siteColumns } from './site-columns.js';

type Library = 'gongwen' | 'bumenfile' | 'otherfile' | 'gongbao';
const LIBRARIES: readonly Library[] = ['gongwen', 'bumenfile', 'otherfile', 'gongbao'];
/** `t` of the single-library answers. */
const SINGLE: Record<string, Library> = {
  zhengcelibrary_gw: 'gongwen',
  zhengcelibrary_bm: 'bumenfile',
  gongbao: 'gongbao',
};

const FOLDERS: Record<Library, string> = {
  gongwen: '/zhengce/zhengceku/',
  bumenfile: '/zhengce/zhengceku/',
  otherfile: '/zhengce/',
  gongbao: '/gongbao/2026/issue_13006/',
};

/** Even documents are State Council papers (first column); the rest of the library takes turns. */
function libraryOf(index: number): Library {
  return index % 2 === 0 ? 'gongwen' : (LIBRARIES[1 + (((index - 1) / 2) % 3)] ?? 'bumenfile');
}

const hasFactTable = (library: Library) => library === 'gongwen' || library === 'bumenfile';

/** The policy library: one search address on the second host, with two shapes of answer. */
export const govCnZcwjkDialect: Dialect = {
  id: 'gov-cn-zcwjk',
  traits: {
    shows: (index) =>
      hasFactTable(libraryOf(index))
        ? ['docNo', 'indexNo', 'publisher', 'source', 'writtenDate', 'openCategory']
        : ['source'],
    // The whole library (second column) holds the papers of the first column too.
    listsTwice: (index) => libraryOf(index) === 'gongwen',
  },
  address: (draft) => govCnAddress(draft.site.hosts[0], FOLDERS[libraryOf(draft.index)], draft),
  renderDetail: (site, record) => {
    const library = libraryOf(record.index);
    return html(
      govCnPage(
        site,
        record,
        hasFactTable(library) ? 'A' : 'B',
        library === 'gongwen' ? '国务院文件' : '国务院部门文件',
      ),
    );
  },
  respond,
  siteFile,
};

function searchHost(site: SiteDefinition): string {
  return site.hosts[1] ?? site.hosts[0];
}

function respond(site: SimSiteState, request: SimRequest): SimResponse | null {
  const { definition } = site;
  const { pathname } = request.url;
  if (request.host === searchHost(definition)) return pathname === '/search-gov/data' ? search(site, request) : null;
  const known = [definition.root, ...definition.columns.map(({ path }) => path)];
  return known.includes(pathname) ? html(homePage(site)) : null;
}

function search(site: SimSiteState, request: SimRequest): SimResponse {
  const parameters = request.url.searchParams;
  const [page, size] = [Number(parameters.get('p') ?? 1), Math.min(Number(parameters.get('n') ?? 5) || 5, 1000)];
  const everything = site.rows(site.definition.columns[1]?.id ?? '');
  const part = (library: Library) => {
    const rows = everything.filter(({ record }) => libraryOf(record.index) === library);
    const items = (cutPage(rows, page, size, request)?.rows ?? []).map((row) => searchItem(row, library, page));
    return { totalCount: rows.length, totalpage: Math.ceil(rows.length / size), items };
  };
  const single = SINGLE[parameters.get('t') ?? ''];
  if (single) {
    const { totalCount, totalpage, items } = part(single);
    return json({
      code: 200,
      msg: '操作成功',
      data: null,
      searchVO: { totalCount, totalpage, pageSize: size, currentPage: page, listVO: items, catMap: null },
    });
  }
  const catMap = Object.fromEntries(
    LIBRARIES.map((library) => {
      const { totalCount, items } = part(library);
      return [library, { totalCount, catName: library, currentNum: items.length, listVO: items }];
    }),
  );
  return json({
    code: 200,
    msg: '操作成功',
    data: null,
    searchVO: { totalCount: 0, totalpage: 0, pageSize: 0, currentPage: 0, listVO: null, catMap },
  });
}

function searchItem({ record: { truth }, url }: ListedRow, library: Library, page: number) {
  const facts = hasFactTable(library);
  return {
    id: String(26_000_000 + Number(truth.nativeId)),
    title: library === 'gongbao' ? truth.title.replace('关于', '<br/>　　关于') : truth.title,
    url,
    pcode: truth.docNo ?? '',
    index: truth.indexNo ?? '',
    ...(facts ? { puborg: truth.publisher ?? '', childtype: truth.openCategory ?? '' } : {}),
    ptime: facts && truth.writtenDate ? epochMs(truth.writtenDate) : 0,
    pubtime: epochMs(truth.publishDate, truth.publishTime),
    // Deeper pages leave it out.
    pubtimeStr: page > 2 ? null : truth.publishDate.replaceAll('-', '.'),
    summary: `${truth.title.slice(0, 30)}<em>${truth.title.slice(30)}</em>...`,
    source: '',
    wenhao: '',
    fwzh: '',
    subjectword: '',
    shixiao: '',
  };
}

function siteFile(site: SiteDefinition): ReturnType<Dialect['siteFile']> {
  return {
    adapter: 'gov_cn_policy',
    adapter_params: {
      policy_profile: 'zcwjk',
      page_size: site.pageSize,
      hard_max_pages: 50,
      list_url: `http://${searchHost(site)}/search-gov/data`,
    },
    default_column: { detail: GOV_CN_DETAIL },
    columns: siteColumns(site, ({ id }) => ({
      params: { t: id === site.columns[0].id ? 'zhengcelibrary_gw' : 'zhengcelibrary' },
    })),
  };
}
