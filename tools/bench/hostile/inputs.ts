import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const MEGABYTE = 1024 * 1024;
const BIG = 20 * MEGABYTE;

/** An input with the name under which its failure is reported. */
export interface HostileInput {
  name: string;
  bytes: Buffer;
}

const repeat = (piece: string, size = BIG): string => piece.repeat(Math.ceil(size / Buffer.byteLength(piece)));

/** Pieces that hurt somewhere: each becomes a page of 20 MB. */
const PIECES: Record<string, string> = {
  letters: 'x',
  characters: '公开信息。',
  'opening brackets': '<',
  'closing brackets': '>',
  'half tags': '<a ',
  'unclosed comments': '<!-- ',
  'unclosed quotes': `<a title='x" href="y>`,
  'unclosed boxes': '<div>',
  'unclosed tables': '<table><tr><td>',
  'closing tags': '</div>',
  'stray ends': '</html></body>',
  paragraphs: '<p>各有关单位要高度重视，认真组织实施。</p>',
  'links in rows': '<li><a href="/a/t20260203_1.html">关于开展检查工作的通知</a><span>2026-02-03</span></li>',
  'rows in tables': '<tr><td><a href="x.html">关于做好工作的通知</a></td><td>2026-02-03</td></tr>',
  'blocks of rows':
    '<ul><li><a href="1.html">第一号通知公告</a></li><li><a href="2.html">第二号通知公告</a></li><li><a href="3.html">第三号通知公告</a></li></ul>',
  'labels in tables': '<tr><td>索引号：</td><td>1</td></tr>',
  'labels in text': '发布时间：2026-02-03 来源：市政府 ',
  dates: '2026-01-01 ',
  'numbers of documents': '国发〔2026〕1号 ',
  brackets: '（〔【《',
  'files linked': '<a href="a.pdf">附件</a>',
  pictures: '<img src="a.png">',
  entities: '&nbsp;&#x4e2d;&lt;',
  'broken entities': '&#x110000;&nbsp',
  'white space': ' \t\n',
  'no-break spaces': '\u00a0\u3000',
  'zero bytes': '\0',
  scripts: '<script>var a = "</scrip";</script>',
  'open scripts': '<script>',
  styles: '<style>a{}</style>',
  headings: '<h1>标题</h1>',
  titles: '<title>标题_某市政府</title>',
  metas: '<meta name="PubDate" content="2026-01-01">',
  bases: '<base href="::">',
  records: '<record><![CDATA[<li><a href="1.html">关于工作的通知</a></li>]]></record>',
  breaks: '<br>',
  attributes: '<p a b=c d="e">',
  'nested lists': '<ul><li>',
  'nested marks': '<b><i><font>',
  'data addresses': 'QUJD',
};

/** 20 MB of each kind, a hundred thousand nested tags of each kind, and nothing. */
export function* hostileInputs(): Generator<HostileInput> {
  yield { name: 'nothing', bytes: Buffer.alloc(0) };
  for (const [name, piece] of Object.entries(PIECES)) {
    yield {
      name: `20 MB of ${name}`,
      bytes: Buffer.from(name === 'data addresses' ? `<img src="data:${repeat(piece)}">` : repeat(piece)),
    };
  }
  yield { name: '20 MB of GBK characters', bytes: Buffer.alloc(BIG, Buffer.from([0xb9, 0xab, 0xbf, 0xaa])) };
  yield {
    name: '20 MB of bytes without meaning',
    bytes: Buffer.from(Array.from({ length: BIG / 16 }, (_, at) => (at * 7919 + (at >> 7)) & 255)).subarray(0),
  };
  for (const tag of [
    'div',
    'p',
    'span',
    'b',
    'a href="x"',
    'ul><li',
    'table><tr><td',
    'blockquote',
    'font',
    'section',
    'svg',
    'x-y',
  ]) {
    yield { name: `100,000 nested <${tag}>`, bytes: Buffer.from(`<${tag}>`.repeat(100_000)) };
  }
  yield {
    name: '100,000 nested <div> closed',
    bytes: Buffer.from(`${'<div>'.repeat(100_000)}x${'</div>'.repeat(100_000)}`),
  };
}

/** Every file below a folder. */
export function* filesBelow(folder: string): Generator<HostileInput> {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* filesBelow(path);
    else yield { name: path, bytes: readFileSync(path) };
  }
}
