import { strToU8, zipSync } from 'fflate';
import { type AttachmentFormat } from '../sim-document.js';
import { writePdf } from './pdf-file.js';

export const MIME: Record<AttachmentFormat, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ofd: 'application/ofd',
};

/** A small valid file of the format that says these lines, equal for equal lines. */
export function makeAttachmentFile(format: AttachmentFormat, lines: readonly string[]): Buffer {
  return format === 'pdf' ? writePdf(lines) : zip(PACKAGES[format](lines.map(escapeXml)));
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OPENXML = 'http://schemas.openxmlformats.org';
const OFFICE_RELATION = `${OPENXML}/officeDocument/2006/relationships`;

const PACKAGES: Record<Exclude<AttachmentFormat, 'pdf'>, (lines: string[]) => Record<string, string>> = {
  docx: (lines) => ({
    ...openPackage('word/document.xml', 'wordprocessingml.document.main'),
    'word/document.xml': `<w:document xmlns:w="${OPENXML}/wordprocessingml/2006/main"><w:body>${lines
      .map((line) => `<w:p><w:r><w:t xml:space="preserve">${line}</w:t></w:r></w:p>`)
      .join('')}</w:body></w:document>`,
  }),
  xlsx: (lines) => ({
    ...openPackage('xl/workbook.xml', 'spreadsheetml.sheet.main', [
      ['/xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
    ]),
    'xl/workbook.xml': `<workbook xmlns="${OPENXML}/spreadsheetml/2006/main" xmlns:r="${OFFICE_RELATION}"><sheets><sheet name="附表" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([['rId1', 'worksheet', 'worksheets/sheet1.xml']]),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${OPENXML}/spreadsheetml/2006/main"><sheetData>${lines
      .map((line, row) => `<row r="${row + 1}"><c r="A${row + 1}" t="inlineStr"><is><t>${line}</t></is></c></row>`)
      .join('')}</sheetData></worksheet>`,
  }),
  ofd: (lines) => ({
    'OFD.xml': `<ofd:OFD xmlns:ofd="${OFD}" Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocInfo><ofd:DocID>5f1e0000000000000000000000000001</ofd:DocID></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    'Doc_0/Document.xml': `<ofd:Document xmlns:ofd="${OFD}"><ofd:CommonData><ofd:MaxUnitID>${lines.length + 10}</ofd:MaxUnitID><ofd:PageArea><ofd:PhysicalBox>0 0 210 297</ofd:PhysicalBox></ofd:PageArea><ofd:PublicRes>PublicRes.xml</ofd:PublicRes></ofd:CommonData><ofd:Pages><ofd:Page ID="1" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages></ofd:Document>`,
    'Doc_0/PublicRes.xml': `<ofd:Res xmlns:ofd="${OFD}" BaseLoc="Res"><ofd:Fonts><ofd:Font ID="2" FontName="宋体" FamilyName="宋体"/></ofd:Fonts></ofd:Res>`,
    'Doc_0/Pages/Page_0/Content.xml': `<ofd:Page xmlns:ofd="${OFD}"><ofd:Content><ofd:Layer ID="3">${lines
      .map(
        (line, row) =>
          `<ofd:TextObject ID="${row + 4}" Boundary="20 ${20 + row * 8} 170 6" Font="2" Size="4.2"><ofd:TextCode X="0" Y="4.2" DeltaX="g ${line.length} 4.2">${line}</ofd:TextCode></ofd:TextObject>`,
      )
      .join('')}</ofd:Layer></ofd:Content></ofd:Page>`,
  }),
};

const OFD = 'http://www.ofdspec.org/2016';

function openPackage(main: string, type: string, more: [part: string, type: string][] = []): Record<string, string> {
  const override = ([part, kind]: [string, string]) =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${kind}+xml"/>`;
  return {
    '[Content_Types].xml': `<Types xmlns="${OPENXML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[[`/${main}`, type] as [string, string], ...more].map(override).join('')}</Types>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', main]]),
  };
}

function relations(entries: [id: string, type: string, target: string][]): string {
  return `<Relationships xmlns="${OPENXML}/package/2006/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE_RELATION}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
}

function zip(parts: Record<string, string>): Buffer {
  const files = Object.entries(parts).map(([name, xml]) => [name, strToU8(XML + xml)]);
  // zip stores local wall-clock time: a date built from local parts gives equal bytes in every time zone.
  return Buffer.from(zipSync(Object.fromEntries(files), { level: 6, mtime: new Date(2026, 0, 2, 3, 4, 6) }));
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
