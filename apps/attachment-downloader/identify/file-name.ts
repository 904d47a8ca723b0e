import { dispositionName } from './content-disposition.js';
import { type FileType, suffixOf, SUFFIXES } from './file-types.js';
import { decodePercent, repairMojibake } from './mojibake.js';

/** Everything that may know what a file is called. */
export interface NameSources {
  contentDisposition: string | null;
  /** `alt`, link text or API field, found before the download. */
  linkName: string | null;
  url: string;
  /** After redirects. */
  finalUrl: string;
}

/** Words on links and in headers that name no file. */
const GENERIC =
  /^(点击|请|此处|这里|附件|文件|下载|查看|打开|浏览|正文|原文|全文|图片|详情|download|file|files|attachment|attach|document|doc|default|untitled|unknown|view|open|click|here|down|downfile|index|null|undefined|[\s\d_\-.,:：、()（）【】[\]])*$/iu;
const MACHINE_MADE = /^([a-z]{0,3}\d{6,}|[0-9a-f]{16,}|[0-9a-f-]{32,}|[a-z]?\d+)$/i;

/**
 * The best name of a file: the first source that really names it (header, link, address), else the first that says
 * anything. Its suffix is that of the detected type. Making it safe for a disk is the file store's work.
 */
export function chooseFileName(sources: NameSources, type: FileType): string {
  const candidates = [
    dispositionName(sources.contentDisposition),
    sources.linkName,
    ...addressNames(sources.finalUrl),
    ...addressNames(sources.url),
  ]
    .map((name) => tidy(name ?? ''))
    .filter((name) => name !== '');
  const chosen = candidates.find(namesSomething) ?? candidates[0] ?? '附件';
  return withSuffix(chosen, type);
}

/** Gives a name the suffix of the type, in place of a wrong one. */
export function withSuffix(name: string, type: FileType): string {
  const suffix = suffixOf(name);
  if (type === 'unknown') return name;
  if (suffix !== null && SUFFIXES[type].includes(suffix)) return name;
  const stem = suffix === null ? name : name.slice(0, name.lastIndexOf('.'));
  return `${stem}.${SUFFIXES[type][0]}`;
}

function namesSomething(name: string): boolean {
  const stem = suffixOf(name) === null ? name : name.slice(0, name.lastIndexOf('.'));
  return !GENERIC.test(stem) && !MACHINE_MADE.test(stem);
}

/** Last part of the path, and values of the query that look like file names. */
function addressNames(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const url = new URL(address);
  const inQuery = [...url.searchParams.entries()]
    .filter(([key, value]) => suffixOf(value) !== null || /^(file_?name|name|fname|title)$/i.test(key))
    .map(([, value]) => value.split(/[/\\]/).at(-1) ?? '');
  const lastPart = decodePercent(url.pathname.split('/').at(-1) ?? '');
  const isScript = /\.(jsp|php|aspx?|do|action|ashx)$/i.test(lastPart);
  return isScript ? [...inQuery, lastPart.replace(/\.\w+$/, '')] : [...inQuery, lastPart];
}

function tidy(name: string): string {
  return repairMojibake(name)
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^(附件|下载)\s*[:：]\s*/u, '')
    .replace(/^["'“”‘’]+|["'“”‘’]+$/gu, '')
    .trim();
}
