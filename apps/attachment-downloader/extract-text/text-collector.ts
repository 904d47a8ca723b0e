import { type ExtractionBudget } from './extraction-budget.js';

/** The text of a file as it grows: whatever ends the reading, what was read before is here. */
export class TextCollector {
  private readonly parts: string[] = [];
  pages: number | null = null;
  /** Pages and pictures seen that hold no text of their own. */
  unreadPages = 0;

  constructor(readonly budget: ExtractionBudget) {}

  /** Adds a block; blocks are parted by a line break. */
  add(text: string): void {
    const clean = tidy(text);
    if (clean === '') return;
    this.budget.addText(clean.length);
    this.parts.push(clean);
  }

  get text(): string {
    return this.parts.join('\n');
  }
}

/** No control characters, no trailing blanks, no runs of empty lines. */
function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')

    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '')
    .replace(/[ \t\u00a0]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\s+$/g, '');
}
