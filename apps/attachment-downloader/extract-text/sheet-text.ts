import { type CellObject, type DenseSheet, type WorkBook } from '@e965/xlsx';
import { LimitReached, UnreadableFile } from './extraction.js';
import { type TextCollector } from './text-collector.js';
import { ZipArchive } from './zip-archive.js';

const MAX_ALIGNED_COLUMNS = 200;

/** Text of a workbook: the name of each sheet, then its rows with tabs between the cells. */
export async function extractWorkbook(bytes: Buffer, packed: boolean, out: TextCollector): Promise<void> {
  if (packed) ZipArchive.open(bytes, out.budget).verify();
  const workbook = await readWorkbook(bytes, packed);
  for (const name of workbook.SheetNames) {
    let isFirst = true;
    // forEach passes over holes: a single cell in row 1,048,576 does not cost a million rows.
    sheetData(workbook, name).forEach((cells) => {
      const row = rowText(cells, out);
      if (row === '') return;
      out.add(isFirst ? `【${name}】\n${row}` : row);
      isFirst = false;
    });
  }
}

async function readWorkbook(bytes: Buffer, packed: boolean): Promise<WorkBook> {
  const xlsx = await import('@e965/xlsx');
  if (!packed) {
    // Excel 5/95 and Kingsoft's early files hold text in GBK.
    xlsx.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs' as string));
  }
  try {
    return xlsx.read(bytes, { type: 'buffer', dense: true, cellHTML: false, cellFormula: false, codepage: 936 });
  } catch (cause) {
    if (cause instanceof LimitReached) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    const reason = /password|encrypt/i.test(message) ? 'encrypted' : 'broken_file';
    throw new UnreadableFile(reason, `the workbook cannot be read: ${message}`, { cause });
  }
}

function sheetData(workbook: WorkBook, name: string): (CellObject | undefined)[][] {
  const sheet = workbook.Sheets[name] as DenseSheet | undefined;
  return sheet?.['!data'] ?? [];
}

function rowText(cells: readonly (CellObject | undefined)[], out: TextCollector): string {
  const texts: string[] = [];
  cells.forEach((cell, column) => {
    if (!cell) return;
    out.budget.addCells(1);
    texts[column] = (cell.w ?? String(cell.v ?? '')).replace(/\s+/g, ' ').trim();
  });
  // Columns stay in line, except where a lonely cell far to the right would make a row of tabs.
  const aligned =
    texts.length > MAX_ALIGNED_COLUMNS ? texts.filter((text) => text) : Array.from(texts, (text) => text ?? '');
  return aligned.join('\t').trimEnd();
}
