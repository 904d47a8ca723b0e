import { deflateSync } from 'node:zlib';

/** A PDF of these objects, numbered from 1; the first one is the catalogue. */
export function pdfSample(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  const offsets: number[] = [];
  let length = 9;
  const push = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    push(Buffer.from(`${index + 1} 0 obj\n`));
    push(Buffer.from(object as string));
    push(Buffer.from('\nendobj\n'));
  }
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  push(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`));
  push(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** A stream object; packed when it is given as bytes to inflate. */
export function pdfStream(dictionary: string, data: Buffer): Buffer {
  const head = `<< ${dictionary} /Length ${data.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')]);
}

/** A page per content stream, in a font whose character codes are those of the CMap `encoding`. */
export function textPdf(contents: readonly string[], encoding = 'UniGB-UCS2-H'): Buffer {
  const pageNumber = (index: number) => 6 + index * 2;
  return pdfSample([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${contents.map((_, index) => `${pageNumber(index)} 0 R`).join(' ')}] /Count ${contents.length} >>`,
    `<< /Type /Font /Subtype /Type0 /BaseFont /SimSun /Encoding /${encoding} /DescendantFonts [4 0 R] >>`,
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /SimSun /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 5 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /SimSun /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageNumber(index) + 1} 0 R >>`,
      pdfStream('/Filter /FlateDecode', deflateSync(content)),
    ]),
  ]);
}

/** Lines of text as a content stream of UTF-16 codes. */
export function textLines(lines: readonly string[], x = 56): string {
  const hex = (line: string) => Buffer.from(line, 'utf16le').swap16().toString('hex');
  return `BT /F1 12 Tf 18 TL ${x} 780 Td\n${lines.map((line) => `<${hex(line)}> Tj T*`).join('\n')}\nET`;
}

/** A PDF whose pages are one grey picture each: what a scanner writes. */
export function scannedPdf(picture: { width: number; height: number; grey: Buffer }, pages = 1): Buffer {
  const { width, height, grey } = picture;
  const kids = Array.from({ length: pages }, (_, index) => `${5 + index} 0 R`).join(' ');
  return pdfSample([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    pdfStream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
      deflateSync(grey),
    ),
    pdfStream('', Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /I1 Do Q`)),
    ...Array.from(
      { length: pages },
      () =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /XObject << /I1 3 0 R >> >> /Contents 4 0 R >>`,
    ),
  ]);
}
