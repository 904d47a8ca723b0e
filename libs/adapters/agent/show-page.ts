import { cutText, quotePage } from '@govcrawler/agents';
import { type BrowsedPage } from './source-browser.js';

const TEXT_CHARACTERS = 2_500;
const ITEMS_CHARACTERS = 7_000;
const COLUMNS_CHARACTERS = 2_000;
const LONGEST_TITLE = 150;

/** A page as a section agent sees it: its words, where it goes on, and at the end the JSON list of its documents. */
export function showPage(page: BrowsedPage, offset: number): string {
  const shown: string[] = [];
  let characters = 0;
  for (const { title, url, date } of page.items.slice(offset)) {
    const item = JSON.stringify({ title: cutText(title, LONGEST_TITLE), url, date });
    characters += item.length + 1;
    if (characters > ITEMS_CHARACTERS && shown.length > 0) break;
    shown.push(item);
  }
  const left = page.items.length - offset - shown.length;
  return [
    `页面地址：${page.url}`,
    quotePage(cutText(page.text, TEXT_CHARACTERS)),
    ...(page.items.length === 0
      ? ['本页没有可直接采集的条目。栏目链接：', linkLines(page.columns, COLUMNS_CHARACTERS)]
      : []),
    ...(left > 0 ? [`还有 ${left} 条未列出：再次调用 browse_page，offset 为 ${offset + shown.length}`] : []),
    page.nextUrl === null ? '没有下一页' : `下一页：${page.nextUrl}`,
    `可直接采集的条目（${shown.length} 条）：`,
    `[${shown.join(',')}]`,
  ].join('\n');
}

const HOME_TEXT_CHARACTERS = 3_000;
const HOME_LINKS_CHARACTERS = 12_000;

/** A home page for navigation: names and addresses of what could be columns, and the beginning of its words. */
export function showHomePage(page: BrowsedPage): string {
  return `${page.title}\n${cutText(page.text, HOME_TEXT_CHARACTERS)}\n\n链接：\n${linkLines(page.columns, HOME_LINKS_CHARACTERS)}`;
}

function linkLines(links: readonly { name: string; url: string }[], limit: number): string {
  const lines: string[] = [];
  let characters = 0;
  for (const { name, url } of links) {
    const line = `- ${name.replace(/\s+/g, ' ')} | ${url}`;
    characters += line.length + 1;
    if (characters > limit) break;
    lines.push(line);
  }
  return lines.join('\n');
}
