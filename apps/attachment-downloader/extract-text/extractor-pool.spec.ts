import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, deflateSync } from 'node:zlib';
import * as xlsx from '@e965/xlsx';
import { jest } from '@jest/globals';
import { askSimWeb, startSimWeb } from '@govcrawler/testing';
import { type FileType } from '../identify/file-types.js';
import { compileChild } from '../samples/compiled-child.js';
import { ofdSample } from '../samples/ofd-sample.js';
import { pdfSample, pdfStream, scannedPdf, textLines, textPdf } from '../samples/pdf-sample.js';
import { strokePicture } from '../samples/stroke-picture.js';
import { docSample, docxSample } from '../samples/word-sample.js';
import { zipSample } from '../samples/zip-sample.js';
import { type Extraction } from './extraction.js';
import { ExtractorPool, type ExtractorPoolOptions } from './extractor-pool.js';
import { encodePng } from './png-encoder.js';

// Children need seconds where the machine is busy with other things.
jest.setTimeout(40_000);

const folder = mkdtempSync(join(tmpdir(), 'extractor-'));
const child = compileChild();
let pool: ExtractorPool;
let files = 0;

const MB = 1024 * 1024;
const open = (options: ExtractorPoolOptions = {}) => new ExtractorPool({ entry: child.entry, ...options });

/** Writes the bytes to disk and reads them in a child. */
function read(bytes: Buffer, type: FileType, from = pool, mode: 'text' | 'ocr' = 'text'): Promise<Extraction> {
  files += 1;
  const path = join(folder, `${files}.${type}`);
  writeFileSync(path, bytes);
  return from.read(path, type, mode);
}

async function textOf(bytes: Buffer, type: FileType): Promise<string> {
  const extraction = await read(bytes, type);
  if (extraction.kind !== 'text') throw new Error(`no text: ${JSON.stringify(extraction)}`);
  return extraction.text;
}

beforeAll(() => {
  pool = open({ size: 2, timeoutMs: 20_000, maxMemoryMb: 600 });
});
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
  child.remove();
});

describe('text of honest files', () => {
  it('finds the probe sentence in every attachment of the simulated web', async () => {
    const web = await startSimWeb({ documents: 40, seed: 7 });
    try {
      const attachments = web.documents().flatMap((document) => document.attachments);
      expect(new Set(attachments.map(({ format }) => format)).size).toBe(4);
      const missed = await Promise.all(
        attachments.map(async ({ url, format, probe }) => {
          const { body } = await askSimWeb(web.port, url);
          const text = await textOf(body, format);
          return text.includes(probe) ? [] : [`${url}: ${probe}`];
        }),
      );
      expect(missed.flat()).toEqual([]);
    } finally {
      await web.close();
    }
  });

  it('reads a PDF whose font is encoded in GBK', async () => {
    const gbk = 'BT /F1 12 Tf 56 780 Td <B9D8D3DAB7A2B2BC B9DCC0EDB0ECB7A8B5C4CDA8D6AA> Tj ET';
    expect(await textOf(textPdf([gbk], 'GBK-EUC-H'), 'pdf')).toBe('关于发布管理办法的通知');
  });

  it('gives the pages of a PDF in order and repairs radicals that stand for characters', async () => {
    const pages = [textLines(['第一页：⼴东省⼈⺠政府办公厅⻔户']), textLines(['第二页：⻓期有效的⽂件目录清单'])];
    expect(await textOf(textPdf(pages), 'pdf')).toBe(
      '第一页：广东省人民政府办公厅门户\n第二页：长期有效的文件目录清单',
    );
  });

  it('joins lines of a PDF that were broken at the margin, and only those', async () => {
    const lines = [
      '为深入贯彻落实党中央国务院关于优化营商环境的决策部署进一步提升政务',
      '服务水平，现就有关事项通知如下，请各地各部门结合实际认真抓好贯彻落',
      '实，并于每季度末报送工作进展情况和下一步工作打算以及存在的主要困难',
      '一、加强组织领导',
    ];
    expect(await textOf(textPdf([textLines(lines)]), 'pdf')).toBe(
      `${lines[0]}${lines[1]}${lines[2]}\n一、加强组织领导`,
    );
  });

  it('reads old Word documents, also under the name of Kingsoft', async () => {
    const text = '关于印发实施方案的通知\n各县（市、区）人民政府：';
    expect(await textOf(docSample(text), 'doc')).toBe(text);
    expect(await textOf(docSample(text), 'wps')).toBe(text);
  });

  it('keeps the rows of tables in Word packages', async () => {
    expect(await textOf(docxSample(['申报表', '项目名称\t责任单位\t完成时限', '备注']), 'docx')).toBe(
      '申报表\n项目名称\t责任单位\t完成时限\n备注',
    );
  });

  it.each([
    ['xlsx', 'xlsx'],
    ['xls', 'biff8'],
    ['et', 'biff8'],
  ] as const)('reads sheets, rows and cells of %s', async (type, bookType) => {
    const book = xlsx.utils.book_new();
    xlsx.utils.book_append_sheet(
      book,
      xlsx.utils.aoa_to_sheet([
        ['序号', '单位', '金额'],
        [1, null, 12.5],
      ]),
      '预算',
    );
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['说明']]), '备注');
    const bytes = xlsx.write(book, { type: 'buffer', bookType }) as Buffer;
    expect(await textOf(bytes, type)).toBe('【预算】\n序号\t单位\t金额\n1\t\t12.5\n【备注】\n说明');
  });

  it('reads workbooks from before Unicode as GBK', async () => {
    const book = xlsx.utils.book_new();
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['KEYNAME1']]), 'A');
    const bytes = xlsx.write(book, { type: 'buffer', bookType: 'biff5' }) as Buffer;
    // The library writes such files only in Latin: its text and its code page record (1252 -> 936) are exchanged.
    bytes.write('d4a4cbe3b5a5cebb', bytes.indexOf('KEYNAME1'), 'hex');
    const codePage = bytes.indexOf('42000200e404', 0, 'hex');
    bytes.writeUInt16LE(936, codePage + 4);
    expect(await textOf(bytes, 'et')).toBe('【A】\n预算单位');
  });

  it('reads an OFD in the order of its page list, one line per baseline', async () => {
    const ofd = ofdSample([
      [
        [20, 20, '国务院公报'],
        [20, 30, '发文字号'],
        [60, 30, '国发〔2026〕3号文件'],
        [20, 40, '正'],
        [24, 40, '文'],
      ],
      [[20, 20, '第二页内容到此结束了']],
    ]);
    expect(await textOf(ofd, 'ofd')).toBe('国务院公报\n发文字号\t国发〔2026〕3号文件\n正文\n第二页内容到此结束了');
  });

  it('reads members of a zip under their names, whatever encoding those have', async () => {
    const gbkName = Buffer.from('b9abb8e62e747874', 'hex');
    const inner = zipSample([{ name: '内层/表.docx', data: docxSample(['内层文件的文字']) }]);
    const bytes = zipSample([
      { name: gbkName, data: '公告的内容' },
      { name: '附件.zip', data: inner },
      { name: '__MACOSX/._x', data: 'x' },
      { name: '声音.mp3', data: 'ID3\u0004' },
    ]);
    expect(await textOf(bytes, 'zip')).toBe(
      '# 公告.txt\n公告的内容\n# 附件.zip\n# 内层/表.docx\n内层文件的文字\n# 声音.mp3\n[unsupported_type]',
    );
  });

  it('reads text in GB18030 and web pages saved by Office', async () => {
    expect(await textOf(Buffer.from('b9abb8e6a3bac4dac8dd', 'hex'), 'txt')).toBe('公告：内容');
    expect(await textOf(Buffer.from('<html><table><tr><td>甲<td>乙</table></html>'), 'html')).toBe('甲\t乙');
  });
});

describe('files without text', () => {
  const scan = strokePicture(['中田工王日', '山三正土上']);

  it('marks scans and pictures for OCR', async () => {
    expect(await read(scannedPdf(scan, 3), 'pdf')).toEqual({ kind: 'needs_ocr', text: '', pages: 3 });
    const png = encodePng({ ...scan, kind: 0, data: scan.grey });
    expect(await read(png, 'png')).toEqual({ kind: 'needs_ocr', text: '', pages: 1 });
  });

  it('reads scans by OCR without any network', async () => {
    expect(await read(scannedPdf(scan), 'pdf', pool, 'ocr')).toMatchObject({
      kind: 'text',
      text: '中田工王日\n山三正土上',
    });
  });

  it.each([
    ['a PDF that is cut off', Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Cata'), 'pdf', 'broken_file'],
    ['a zip that is cut off', zipSample([{ name: 'a.txt', data: 'a' }]).subarray(0, 40), 'docx', 'broken_file'],
    ['noise as Word document', Buffer.alloc(5000, 7), 'doc', 'broken_file'],
    ['an encrypted archive', zipSample([{ name: 'a.txt', data: 'abc', encrypted: true }]), 'zip', 'encrypted'],
    ['a sound', Buffer.from('ID3'), 'mp3', 'unsupported_type'],
  ] as const)('names the failure of %s', async (_, bytes, type, reason) => {
    expect(await read(bytes, type)).toMatchObject({ kind: 'failed', reason });
  });
});

describe('bombs end with a named limit', () => {
  const zeros = deflateRawSync(Buffer.alloc(64 * MB));
  const bomb = (declaredBytes: number) => zipSample([{ name: 'a.txt', data: zeros, packed: true, declaredBytes }]);

  it('a member that unpacks a thousandfold, declared or hidden', async () => {
    expect(await read(bomb(64 * MB), 'zip')).toMatchObject({ kind: 'limited', reason: 'limit_ratio' });
    expect(await read(bomb(100), 'zip')).toMatchObject({ kind: 'limited', reason: 'limit_ratio' });
  });

  it.each(['docx', 'xlsx', 'ofd', 'pptx'] as const)('the same inside a %s package', async (type) => {
    const names = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml', ofd: 'OFD.xml', pptx: 'ppt/slides/slide1.xml' };
    const bytes = zipSample([{ name: names[type], data: zeros, packed: true, declaredBytes: 100 }]);
    expect(await read(bytes, type)).toMatchObject({ kind: 'limited', reason: 'limit_ratio' });
  });

  it('archives in archives', async () => {
    let nested = zipSample([{ name: 'core.txt', data: '核心' }]);
    for (let depth = 0; depth < 8; depth++) nested = zipSample([{ name: `${depth}.zip`, data: nested }]);
    expect(await read(nested, 'zip')).toMatchObject({ kind: 'limited', reason: 'limit_nesting' });
  });

  it('very many members, also spread over inner archives', async () => {
    const many = (count: number) =>
      zipSample(Array.from({ length: count }, (_, index) => ({ name: `${index}.txt`, data: '' })));
    expect(await read(many(30_000), 'zip')).toMatchObject({ kind: 'limited', reason: 'limit_members' });
    const spread = zipSample([1, 2, 3].map((part) => ({ name: `${part}.zip`, data: many(900) })));
    expect(await read(spread, 'zip')).toMatchObject({ kind: 'limited', reason: 'limit_members' });
  });

  it('a picture of too many pixels', async () => {
    const png = encodePng({ width: 60_000, height: 1, kind: 0, data: Buffer.alloc(60_000) });
    png.writeUInt32BE(60_000, 20);
    expect(await read(png, 'png')).toMatchObject({ kind: 'limited', reason: 'limit_pixels' });
    expect(await read(png, 'png', pool, 'ocr')).toMatchObject({ kind: 'limited', reason: 'limit_pixels' });
  });

  it('a PDF of too many pages, with the text of those that were read', async () => {
    const few = open({ limits: { maxPages: 2 } });
    const pages = ['第一页的文字内容如此', '第二页的文字内容如此', '第三页的文字内容如此'].map((line) =>
      textLines([line]),
    );
    expect(await read(textPdf(pages), 'pdf', few)).toEqual({
      kind: 'limited',
      reason: 'limit_pages',
      message: 'has 3 pages, read are 2',
      text: '第一页的文字内容如此\n第二页的文字内容如此',
      pages: 3,
    });
    await few.close();
  });

  it('a PDF that claims a hundred million pages, or whose page tree and object streams turn in circles', async () => {
    const claims = pdfSample([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [2 0 R] /Count 100000000 >>',
    ]);
    const outcome = await read(claims, 'pdf');
    expect(['broken_file', 'limit_pages', 'limit_time']).toContain('reason' in outcome ? outcome.reason : outcome.kind);
    const circle = pdfSample([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      pdfStream('/Type /ObjStm /N 1 /First 4 /Extends 3 0 R', Buffer.from('3 0 3 0 R')),
    ]);
    expect(['failed', 'empty', 'limited', 'needs_ocr']).toContain((await read(circle, 'pdf')).kind);
  });

  it('a PDF whose content stream unpacks beyond the memory of the child', async () => {
    const small = open({ maxMemoryMb: 200, timeoutMs: 15_000 });
    const once = deflateSync(Buffer.alloc(160 * MB, ' '), { level: 1 });
    const pdf = pdfSample([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
      pdfStream('/Filter [/FlateDecode /FlateDecode]', deflateSync(once)),
    ]);
    const outcome = await read(pdf, 'pdf', small);
    expect(['limit_memory', 'limit_time']).toContain('reason' in outcome ? outcome.reason : outcome.kind);
    await small.close();
  });

  it('a workbook of too many cells, with those that were read', async () => {
    const few = open({ limits: { maxCells: 3 } });
    const book = xlsx.utils.book_new();
    xlsx.utils.book_append_sheet(
      book,
      xlsx.utils.aoa_to_sheet([
        ['一', '二'],
        ['三', '四'],
      ]),
      '表',
    );
    const bytes = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    expect(await read(bytes, 'xlsx', few)).toMatchObject({ reason: 'limit_cells', text: '【表】\n一\t二' });
    await few.close();
  });

  it('text without end', async () => {
    const few = open({ limits: { maxTextChars: 1000, maxInputBytes: 10_000 } });
    expect(await read(Buffer.alloc(5000, '文'), 'txt', few)).toMatchObject({ reason: 'limit_text' });
    expect(await read(Buffer.alloc(50_000, '文'), 'txt', few)).toMatchObject({ reason: 'limit_bytes' });
    await few.close();
  });
});

describe('a child that fails', () => {
  /** A stand-in for the reading process that obeys the suffix of the path. */
  function standIn(): string {
    const entry = join(child.folder, 'stand-in.mjs');
    writeFileSync(
      entry,
      `process.on('message', ({ id, path }) => {
         if (path.endsWith('hang')) for (;;);
         if (path.endsWith('crash')) process.kill(process.pid, 'SIGSEGV');
         if (path.endsWith('exit')) process.exit(3);
         if (path.endsWith('heap')) { const kept = []; for (;;) kept.push(new Array(1e5).fill({})); }
         if (path.endsWith('buffers')) { const kept = []; setInterval(() => kept.push(Buffer.alloc(5e7, 1)), 20); return; }
         process.send({ id, extraction: { kind: 'text', text: String(process.pid), pages: null } });
       });
       process.send({ ready: true });`,
    );
    return entry;
  }

  it.each([
    ['hang', 'limit_time'],
    ['crash', 'child_died'],
    ['exit', 'child_died'],
    ['heap', 'limit_memory'],
    ['buffers', 'limit_memory'],
  ])('that does "%s" ends as %s, and the next file is read', async (deed, reason) => {
    const fragile = open({ entry: standIn(), timeoutMs: deed === 'hang' ? 700 : 8000, maxMemoryMb: 200 });
    const [bad, next] = await Promise.all([fragile.read(deed, 'txt'), fragile.read('fine', 'txt')]);
    expect(bad).toMatchObject({ reason });
    expect(next).toMatchObject({ kind: 'text' });
    await fragile.close();
  });

  it('is replaced after its share of files', async () => {
    const short = open({ entry: standIn(), filesPerChild: 2 });
    const pids: string[] = [];
    for (let file = 0; file < 4; file++) {
      const extraction = await short.read('fine', 'txt');
      if (extraction.kind === 'text') pids.push(extraction.text);
    }
    expect(pids[0]).toBe(pids[1]);
    expect(pids[2]).toBe(pids[3]);
    expect(pids[0]).not.toBe(pids[2]);
    await short.close();
  });

  it('ends what it reads as aborted when the pool closes', async () => {
    const closing = open({ entry: standIn() });
    const reads = [closing.read('hang', 'txt'), closing.read('fine', 'txt')];
    await new Promise((resolve) => setTimeout(resolve, 300));
    await closing.close();
    expect(await Promise.all(reads)).toEqual([
      expect.objectContaining({ reason: 'aborted' }),
      expect.objectContaining({ reason: 'aborted' }),
    ]);
  });

  it('does not outlive a killed parent, even while it hangs', async () => {
    const hang = 'data:text/javascript,setTimeout(() => { for (;;); }, 400)';
    const script = `const { fork } = require('node:child_process');
      const child = fork(${JSON.stringify(child.entry)}, [], { execArgv: ['--import', ${JSON.stringify(hang)}], stdio: 'ignore' });
      child.once('message', () => setTimeout(() => console.log(child.pid), 800));`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    const deadline = Date.now() + 20_000;
    while (isAlive(pid) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isAlive(pid)).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A dead process that nobody has waited for still has its number.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}
