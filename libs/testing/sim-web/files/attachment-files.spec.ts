import { strFromU8, unzipSync } from 'fflate';
import { makeAttachmentFile } from './attachment-files.js';
import { makePng } from './png-image.js';
import { inflateSync } from 'node:zlib';

const lines = ['附件1：责任分工一览表', '附件校验编号0123456789', 'A & B <三>'];

describe('makeAttachmentFile', () => {
  it('writes a PDF whose cross-reference table points at every object', () => {
    const pdf = makeAttachmentFile('pdf', lines).toString('latin1');
    expect(pdf.startsWith('%PDF-1.4\n')).toBe(true);
    expect(pdf.endsWith('%%EOF\n')).toBe(true);
    const table = Number(/startxref\n(\d+)\n/.exec(pdf)?.[1]);
    expect(pdf.slice(table, table + 4)).toBe('xref');
    const offsets = [...pdf.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
    expect(offsets).toHaveLength(7);
    offsets.forEach((offset, index) => expect(pdf.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true));
    const stream = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(pdf);
    expect(stream?.[2]?.length).toBe(Number(stream?.[1]));
    const shown = [...pdf.matchAll(/<([0-9A-F]+)> Tj/g)].map((match) =>
      Buffer.from(match[1] ?? '', 'hex')
        .swap16()
        .toString('utf16le'),
    );
    expect(shown).toEqual(lines);
  });

  it.each([
    ['docx', 'word/document.xml'],
    ['xlsx', 'xl/worksheets/sheet1.xml'],
    ['ofd', 'Doc_0/Pages/Page_0/Content.xml'],
  ] as const)('writes a %s package that opens and says its lines', (format, part) => {
    const parts = unzipSync(makeAttachmentFile(format, lines));
    const text = strFromU8(parts[part] ?? new Uint8Array());
    expect(text).toContain('附件校验编号0123456789');
    expect(text).toContain('A &amp; B &lt;三&gt;');
    // Every part that another part refers to is there.
    for (const [name, content] of Object.entries(parts)) {
      expect(strFromU8(content).startsWith('<?xml')).toBe(true);
      for (const [, target] of strFromU8(content).matchAll(
        / (?:Target|BaseLoc)="([^"]+\.xml)"|<ofd:DocRoot>([^<]+)/g,
      )) {
        const folder = name.replace(/_rels\/[^/]*$/, '').replace(/[^/]*$/, '');
        if (target) expect(Object.keys(parts)).toContain(`${folder}${target}`);
      }
    }
  });

  it('gives equal bytes for equal lines', () => {
    for (const format of ['pdf', 'docx', 'xlsx', 'ofd'] as const) {
      expect(makeAttachmentFile(format, lines).equals(makeAttachmentFile(format, lines))).toBe(true);
    }
  });
});

describe('makePng', () => {
  it('writes a picture whose data fill its size', () => {
    const png = makePng('x');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([480, 640]);
    const data = png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8);
    expect(inflateSync(data)).toHaveLength(481 * 640);
  });
});
