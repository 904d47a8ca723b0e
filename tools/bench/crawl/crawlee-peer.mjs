// The same crawl by Crawlee's CheerioCrawler, run from the folder that it is installed in.
import http from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.env.BENCH_CRAWLEE;
const require = createRequire(join(folder, 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { CheerioCrawler, Configuration, log, LogLevel } = await load('@crawlee/cheerio');
const { createPool } = (await load('mysql2/promise')).default;

const given = JSON.parse(process.argv[2]);
const FILE = /\.(pdf|docx?|xlsx?|wps|et|ofd|zip|rar)$/i;
const pool = createPool({ uri: given.databaseUrl, connectionLimit: 8 });
/** Finds every host on this machine, and keeps its connections. */
class LocalAgent extends http.Agent {
  createConnection() {
    return connect({ host: '127.0.0.1', port: given.port, noDelay: true });
  }
}
const agent = { http: new LocalAgent({ keepAlive: true }) };
log.setLevel(LogLevel.ERROR);

async function store(item) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const { attachments, ...columns } = item;
    const names = Object.keys(columns);
    const sql = `INSERT INTO bench_article (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    const [{ insertId }] = await connection.query(sql, Object.values(columns));
    for (const [url, name] of attachments)
      await connection.query('INSERT INTO bench_attachment (article_id, url, name) VALUES (?, ?, ?)', [
        insertId,
        url,
        name,
      ]);
    await connection.commit();
  } finally {
    connection.release();
  }
}

const empty = { source: null, publisher: null, doc_no: null, index_no: null };
const crawler = new CheerioCrawler(
  {
    preNavigationHooks: [(_context, options) => void Object.assign(options, { agent })],
    minConcurrency: given.concurrency,
    maxConcurrency: given.concurrency,
    maxRequestRetries: 2,
    useSessionPool: false,
    async requestHandler({ $, request, body, addRequests }) {
      const at = request.loadedUrl;
      if (request.label !== 'document') {
        const next = [];
        for (const row of $('ul.liBox > li').toArray()) {
          const url = new URL($(row).find('a').attr('href'), at).href;
          const title = $(row).find('a').attr('title');
          const publish_date = $(row).find('span.date').text();
          if (FILE.test(new URL(url).pathname)) {
            const files = { content_html: '', content_text: '', raw_html: '', attachments: [[url, title]] };
            await store({ url, title, publish_date, ...empty, ...files });
          } else next.push({ url, label: 'document', userData: { publish_date } });
        }
        const pages = /createPageHTML\((\d+), (\d+)/.exec(String(body));
        if (pages && Number(pages[2]) + 1 < Number(pages[1]))
          next.push({ url: new URL(`index_${Number(pages[2]) + 1}.html`, at).href });
        await addRequests(next);
        return;
      }
      const facts = {};
      for (const label of $('table.fact_table td.label').toArray())
        facts[
          $(label)
            .text()
            .replace(/[\s\u00a0\uff1a]/g, '')
        ] = $(label).next('td').text().trim() || null;
      const content = $('#UCAP-CONTENT');
      await store({
        url: request.url,
        title: $('h1.title').text(),
        publish_date: request.userData.publish_date,
        source: $('meta[name="ContentSource"]').attr('content') || null,
        publisher: facts['\u53d1\u6587\u673a\u5173'] ?? null,
        doc_no: facts['\u53d1\u6587\u5b57\u53f7'] ?? null,
        index_no: facts['\u7d22\u5f15\u53f7'] ?? null,
        content_html: content.html() ?? '',
        content_text: content.text(),
        raw_html: String(body),
        attachments: content
          .find('a[appendix="true"]')
          .toArray()
          .map((link) => [new URL($(link).attr('href'), at).href, $(link).text()]),
      });
    },
  },
  new Configuration({ persistStorage: false, purgeOnStart: false }),
);
await crawler.run(given.lists);
await pool.end();
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, maxRssMb: maxRSS / 1024 }));
process.exit(0);
