import { type BriefingView } from '@govcrawler/contracts';

/** A finished briefing as a document for people. */
export function briefingMarkdown({ order, items, rankedBy, progress, finishedAt }: BriefingView): string {
  const facts = [
    `${order.from} 至 ${order.to}`,
    `共 ${items.length} 条`,
    rankedBy === 'model' ? '按重要性排序' : '按日期排序',
    ...(finishedAt === null ? [] : [`生成于 ${finishedAt}`]),
  ];
  const usage = progress?.usage;
  const cost = usage
    ? `大模型调用 ${usage.calls} 次，输入 ${usage.promptTokens}、输出 ${usage.completionTokens} 个 token，费用 ${usage.cost} ${usage.currency}。`
    : '';
  const entries = items.map(({ position, title, url, publishDate, type, siteName, summary }) => {
    const about = [publishDate, type, siteName].filter(Boolean).map((text) => plain(text!));
    return `## ${position}. [${plain(title)}](${linkTarget(url)})\n\n${about.join(' · ')}${summary ? `\n\n${plain(summary)}` : ''}`;
  });
  return `# ${plain(order.title)}\n\n${facts.join(' · ')}\n\n${entries.join('\n\n')}\n\n---\n\n${cost}\n`;
}

/** Nothing that a page says becomes markup. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~!]/g, (sign) => `\\${sign}`);
}

function linkTarget(url: string): string {
  return /^https?:/.test(url)
    ? url
        .replace(/[()<>\s\\]/g, encodeURIComponent)
        .replaceAll('(', '%28')
        .replaceAll(')', '%29')
    : '';
}
