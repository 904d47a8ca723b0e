import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as xlsx from '@e965/xlsx';
import { ofdSample } from '../samples/ofd-sample.js';
import { docSample, docxSample } from '../samples/word-sample.js';
import { zipSample } from '../samples/zip-sample.js';
import { sampleBytes, sampleFile } from './file-sample.js';
import { detectFileType, type TypeHints } from './file-type.js';
import { suffixOf, typeBySuffix } from './file-types.js';

const detect = (bytes: Buffer | string, hints: Partial<TypeHints> = {}) =>
  detectFileType(sampleBytes(Buffer.from(bytes as string)), { contentType: null, names: [], ...hints });

function workbook(bookType: xlsx.BookType): Buffer {
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['甲']]), '表');
  return xlsx.write(book, { type: 'buffer', bookType }) as Buffer;
}

describe('type by the bytes', () => {
  const bytes = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(64)]);
  it.each([
    ['pdf', Buffer.from('%PDF-1.7\n')],
    ['pdf', Buffer.from('\r\n\r\n%PDF-1.4\n')],
    ['doc', docSample('文字')],
    ['docx', docxSample(['文字'])],
    ['xls', workbook('biff8')],
    ['xlsx', workbook('xlsx')],
    ['ofd', ofdSample([[[0, 0, '文字']]])],
    ['zip', zipSample([{ name: 'a.txt', data: 'a' }])],
    ['rar', bytes('526172211a0700')],
    ['rar', bytes('526172211a070100')],
    ['7z', bytes('377abcaf271c')],
    ['jpg', bytes('ffd8ffe0')],
    ['png', bytes('89504e470d0a1a0a')],
    ['gif', Buffer.from('GIF89a')],
    ['tif', bytes('49492a00')],
    ['rtf', Buffer.from('{\\rtf1\\ansi')],
  ] as const)('%s', (type, content) => {
    // A wrong header and a wrong suffix: neither is asked.
    const hints = { contentType: 'application/x-msdownload', names: ['a.mp3'] };
    expect(detect(content, hints)).toMatchObject({ kind: 'file', type, by: 'magic' });
  });

  it('gives Kingsoft names to its files, and no others', () => {
    expect(detect(docSample('文字'), { names: ['方案.wps'] })).toMatchObject({ type: 'wps' });
    expect(detect(workbook('biff8'), { names: ['表.et'] })).toMatchObject({ type: 'et' });
    expect(detect(workbook('biff8'), { names: ['表.wps'] })).toMatchObject({ type: 'xls' });
  });

  it('is not misled by a package inside an archive, stored or packed', () => {
    const inner = docxSample(['文字']);
    const stored = zipSample([{ name: '附件.docx', data: inner }]);
    expect(detect(stored, { names: ['a.docx'] })).toMatchObject({ type: 'zip' });
  });

  it('reads head, tail and directory of a large file from disk', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'file-type-'));
    const path = join(folder, 'large');
    const noise = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251));
    writeFileSync(
      path,
      zipSample([
        { name: 'media/a.bin', data: noise },
        { name: 'xl/workbook.xml', data: '<x/>' },
      ]),
    );
    expect(detectFileType(await sampleFile(path), { contentType: null, names: [] })).toMatchObject({ type: 'xlsx' });
    writeFileSync(path, docSample('长文'.repeat(100_000)));
    expect(detectFileType(await sampleFile(path), { contentType: null, names: [] })).toMatchObject({ type: 'doc' });
    rmSync(folder, { recursive: true });
  });
});

describe('type where the bytes do not tell', () => {
  it('takes the header, then the suffix', () => {
    const plain = Buffer.from('序号,单位\n1,甲\n');
    expect(detect(plain, { contentType: 'text/csv; charset=gbk', names: ['a.txt'] })).toMatchObject({
      type: 'csv',
      by: 'header',
    });
    expect(detect(plain, { contentType: 'application/octet-stream', names: ['a.csv'] })).toMatchObject({
      type: 'csv',
      by: 'suffix',
    });
    expect(detect(plain)).toMatchObject({ type: 'txt' });
  });

  it('does not believe a PDF without its mark', () => {
    expect(detect(Buffer.from([1, 2, 3, 0]), { contentType: 'application/pdf', names: ['a.pdf'] })).toMatchObject({
      type: 'unknown',
    });
  });
});

describe('an answer in place of the file', () => {
  const page = '<!DOCTYPE html><html><head><title>系统错误</title></head><body>404</body></html>';

  it('names web pages', () => {
    expect(detect(page, { contentType: 'application/pdf', names: ['a.pdf'] })).toEqual({
      kind: 'not_a_file',
      reason: 'html_instead_of_file',
      message: 'the server sent a web page: 系统错误',
    });
    expect(detect(`\uFEFF <!-- x --><script>location.href='/'</script>`)).toMatchObject({
      reason: 'html_instead_of_file',
    });
  });

  it('names JSON errors and nothing at all', () => {
    expect(detect('{"code":500,"msg":"文件不存在"}', { names: ['a.doc'] })).toMatchObject({
      reason: 'json_instead_of_file',
    });
    expect(detect('')).toMatchObject({ reason: 'empty_file' });
  });

  it('accepts pages that were meant, and those that Office saved', () => {
    expect(detect(page, { names: ['https://a.gov.cn/b.html'] })).toMatchObject({ kind: 'file', type: 'html' });
    const office = '<html xmlns:o="urn:schemas-microsoft-com:office:office"><table><tr><td>1</table></html>';
    expect(detect(office, { names: ['表.xls'] })).toMatchObject({ kind: 'file', type: 'html' });
  });
});

describe('suffixes', () => {
  it('are found in names, paths and queries', () => {
    expect(suffixOf('方案（定稿）.DOCX ')).toBe('docx');
    expect(typeBySuffix('https://a.gov.cn/module/download/downfile.jsp?classid=0&filename=6b2c.pdf')).toBe('pdf');
    expect(typeBySuffix('https://a.gov.cn/hdjlpt/yjzj/api/attachments/view/6b2c')).toBeNull();
    expect(typeBySuffix('关于2026.1月')).toBeNull();
  });
});
