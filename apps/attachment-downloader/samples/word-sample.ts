import { CFB } from '@e965/xlsx';
import { zipSample } from './zip-sample.js';

/** A Word 97 document with this text and nothing else: header, one piece of UTF-16 text, piece table. */
export function docSample(text: string): Buffer {
  const body = Buffer.from(`${text.replace(/\n/g, '\r')}\r`, 'utf16le');
  const start = 0x400;
  const header = Buffer.alloc(start);
  header.writeUInt16LE(0xa5ec, 0);
  header.writeUInt16LE(0xc1, 2);
  header.writeUInt16LE(0x0200, 0x0a); // the table stream is 1Table
  header.writeUInt32LE(start, 0x18);
  header.writeUInt32LE(body.length / 2, 0x4c);
  const pieces = Buffer.alloc(21);
  pieces[0] = 2;
  pieces.writeUInt32LE(16, 1);
  pieces.writeUInt32LE(body.length / 2, 9);
  pieces.writeUInt32LE(start, 15);
  header.writeUInt32LE(0, 0x1a2);
  header.writeUInt32LE(pieces.length, 0x1a6);
  const file = CFB.utils.cfb_new();
  // Word pads its streams to the size from which they get sectors of their own.
  CFB.utils.cfb_add(file, '/WordDocument', padded(Buffer.concat([header, body])));
  CFB.utils.cfb_add(file, '/1Table', padded(pieces));
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Buffer);
}

/** A Word package with paragraphs and, where a line has tabs, table rows. */
export function docxSample(lines: readonly string[]): Buffer {
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const body = lines.map((line) => {
    if (!line.includes('\t')) return paragraph(line);
    const cells = line.split('\t').map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`);
    return `<w:tbl><w:tr>${cells.join('')}</w:tr></w:tbl>`;
  });
  const office = 'http://schemas.openxmlformats.org';
  return zipSample([
    {
      name: '[Content_Types].xml',
      data: `<Types xmlns="${office}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      data: `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`,
    },
  ]);
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, 4096 - bytes.length))]);
}
