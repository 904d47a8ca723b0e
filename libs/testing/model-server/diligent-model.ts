import { phaseOf, type ScriptedReply, type WireRequest } from './model-protocol.js';

interface Item {
  title: string;
  url: string;
  date: string | null;
}

/**
 * A model that does what the prompts ask, as far as it can be seen from the request alone: it reads lists, keeps what
 * lies in range, turns pages, summarises by quoting and ranks by words.
 */
export function diligentModel(request: WireRequest): ScriptedReply {
  switch (phaseOf(request)) {
    case 'navigate':
      return { text: navigate(request.messages[1]?.content ?? '') };
    case 'section':
      return collect(request);
    case 'summary':
      return { text: summarise(request.messages[1]?.content ?? '') };
    case 'ranking':
      return { text: rank(request.messages[1]?.content ?? '') };
    case 'selectors':
    case 'other':
      return { text: '[]' };
  }
}

/** Links of the home page whose words are one of the columns that are asked for. */
function navigate(prompt: string): string {
  const wanted = (/列表页链接：(.*)/.exec(prompt)?.[1] ?? '').split('、');
  const links = [...prompt.matchAll(/^- (.+?) \| (https?:\S+)$/gm)].map(([, name = '', url = '']) => ({ name, url }));
  return JSON.stringify(links.filter(({ name }) => wanted.includes(name)));
}

function collect({ messages }: WireRequest): ScriptedReply {
  const system = messages[0]?.content ?? '';
  const [, from = '', to = ''] = /采集日期范围\*\*: (\S+) 至 (\S+)/.exec(system) ?? [];
  const last = messages.at(-1);
  if (last?.role !== 'tool') {
    const url = /列表页URL\*\*: (\S+)/.exec(system)?.[1];
    return use('browse_page', { url });
  }
  const page = last.content ?? '';
  const items = /可直接采集的条目[^\n]*\n(\[.*\])\s*$/s.exec(page)?.[1];
  if (items !== undefined) {
    const found = (JSON.parse(items) as Item[]).filter(({ date }) => date === null || (date >= from && date <= to));
    if (found.length > 0) {
      const saved = found.map(({ title, url, date }) => ({
        title,
        url,
        date: date ?? '',
        type: typeOf(title),
        summary: '',
      }));
      return { toolCalls: [tool('save_results_batch', { items: saved }), ...turn(page, items, from)] };
    }
  }
  const [next] = turn(page, items ?? '[]', from);
  return next ? { toolCalls: [next] } : use('finish', {});
}

/** The next page, as long as this one reaches into the range. */
function turn(page: string, items: string, from: string) {
  const next = /下一页：(https?:\S+)/.exec(page)?.[1];
  const dates = (JSON.parse(items) as Item[]).flatMap(({ date }) => date ?? []);
  const isPast = dates.length > 0 && dates.every((date) => date < from);
  return next === undefined || isPast ? [] : [tool('browse_page', { url: next })];
}

function typeOf(title: string): string {
  return /办法|规定|条例|意见|规划|方案/.test(title) ? '政策' : /通知|公告|公示/.test(title) ? '通知' : '新闻';
}

/** The first sentences of the text. */
function summarise(prompt: string): string {
  const text = /<<<页面内容开始>>>\n(.*)\n<<<页面内容结束>>>/s.exec(prompt)?.[1] ?? '';
  return `文件提出：${text.replace(/\s+/g, '').slice(0, 120)}。`;
}

const WEIGHTS = [/国务院|全国|条例|规划/, /办法|意见|规定|标准/, /统计|报告/, /通知|公告|公示/];

function rank(prompt: string): string {
  const weight = (line: string) => {
    const found = WEIGHTS.findIndex((words) => words.test(line));
    return found === -1 ? WEIGHTS.length : found;
  };
  const lines = [...prompt.matchAll(/^\[(\d+)\] .*$/gm)].map(([line, number]) => ({ line, number: Number(number) }));
  const ranked = lines.sort((a, b) => weight(a.line) - weight(b.line) || a.number - b.number);
  return JSON.stringify(ranked.map(({ number }) => number));
}

function tool(name: string, args: unknown) {
  return { name, arguments: JSON.stringify(args) };
}

function use(name: string, args: unknown): ScriptedReply {
  return { toolCalls: [tool(name, args)] };
}
