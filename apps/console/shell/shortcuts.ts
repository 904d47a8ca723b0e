import { useEffect } from 'react';

/** The keys that work everywhere; shown by the key ? itself. */
export const SHORTCUTS: { keys: string; does: string }[] = [
  { keys: 'Ctrl + K', does: '打开命令面板：页面、站点、采集目标、文章' },
  { keys: '/', does: '跳到搜索框' },
  { keys: 'j / k', does: '列表中的下一行 / 上一行' },
  { keys: 'Enter', does: '打开当前行' },
  { keys: 'x', does: '选择或取消选择当前行' },
  { keys: '?', does: '显示快捷键' },
  { keys: 'Esc', does: '关闭窗口或抽屉' },
];

const ROWS = '.shell-content tr.ant-table-row, .shell-content .ant-table-row[data-row-key], .shell-content [data-row]';

/** Listens on the whole window; letters typed into a field stay what they are. */
export function useShortcuts({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      switch (event.key) {
        case '/':
          event.preventDefault();
          document.querySelector<HTMLInputElement>('.global-search input')?.focus();
          return;
        case '?':
          onHelp();
          return;
        case 'j':
          moveRow(1);
          return;
        case 'k':
          moveRow(-1);
          return;
        case 'x':
          currentRow()?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
          return;
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onPalette, onHelp]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio';
  return target instanceof HTMLTextAreaElement || target.isContentEditable || target.closest('[role=dialog]') !== null;
}

function currentRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ROWS) ?? null;
}

/** The row that has the focus is the current one: its first link or button is what Enter opens. */
function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const current = currentRow();
  const next = rows[current ? rows.indexOf(current) + step : 0];
  const main = next?.querySelector<HTMLElement>('[data-main], a[href], button:not([disabled]):not([role=switch])');
  if (!next || !main) return;
  main.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'center' });
}
