import { urlHash } from '@govcrawler/core';
import { type SimDocument } from '@govcrawler/testing';
import { isPerfect, judgeSimulation, type StoredDocument } from './simulation-verdict.js';

const file = { url: 'http://a.test/f.pdf', sha256: 'abc' };
const truth = [
  {
    url: 'http://a.test/1',
    otherUrls: ['http://a.test/one'],
    title: '关于 印发通知',
    probes: ['第一条'],
    attachments: [],
    withdrawn: false,
  },
  { url: 'http://a.test/2', otherUrls: [], title: '公告', probes: [], withdrawn: false, attachments: [file] },
  { url: 'http://a.test/3', otherUrls: [], title: '已撤下', probes: [], attachments: [], withdrawn: true },
] as unknown as SimDocument[];
const stored = (
  url: string,
  title: string,
  text = '',
  attachments: StoredDocument['attachments'] = [],
): StoredDocument => ({
  urlHash: urlHash(url),
  title,
  text,
  attachments,
});
const good = [
  stored('http://a.test/one', '关于印发通知', '……第 一条……'),
  stored('http://a.test/2', '公告', '', [file]),
];

describe('judgeSimulation', () => {
  it('is content when every document is stored once, under any of its addresses', () => {
    expect(isPerfect(judgeSimulation(truth, good))).toBe(true);
  });

  it.each([
    ['missing', good.slice(0, 1)],
    ['storedTwice', [...good, stored('http://a.test/1', '关于印发通知', '第一条')]],
    ['misread', [stored('http://a.test/1', '另一个标题', '第一条'), good[1]!]],
    ['misread', [stored('http://a.test/1', '关于印发通知', '正文丢失'), good[1]!]],
    ['misread', [good[0]!, stored('http://a.test/2', '公告', '', [{ ...file, sha256: null }])]],
  ] as const)('names what is %s', (problem, documents) => {
    const verdict = judgeSimulation(truth, documents);
    expect(verdict[problem]).toHaveLength(1);
    expect(isPerfect(verdict)).toBe(false);
  });

  it('counts what the simulation never published', () => {
    expect(judgeSimulation(truth, [...good, stored('http://a.test/9', '?')]).unexpected).toBe(1);
  });
});
