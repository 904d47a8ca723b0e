import fc from 'fast-check';
import { cutChunks, MAX_CHUNK_LENGTH } from './cut-chunks.js';
import { decodeFeedCursor, encodeFeedCursor } from './feed-cursor.js';

const REGULATION = `某市防汛条例

第一章 总则
第一条 为了做好防汛工作，制定本条例。
第二条 本条例适用于本市行政区域：
（一）河道；
（二）水库。
第二章 职责
第三条 市人民政府负责。
附件：1. 名单
一、市应急管理局
（一）值班
二、市水务局`;

const chunkOf = (start: string, text = REGULATION) => cutChunks(text).find((chunk) => chunk.text.startsWith(start))!;

const sentence = fc
  .array(fc.constantFrom('防汛', '工作', '通知', '，', '。', '\u{20BB7}', 'a', ' ', '（二）', '第三条'), {
    minLength: 1,
    maxLength: 60,
  })
  .map((words) => words.join(''));
const paragraph = fc.oneof(
  { weight: 20, arbitrary: sentence },
  fc.constantFrom('', '长'.repeat(2_345), '\u{20BB7}'.repeat(900)),
);
const marker = fc.constantFrom('第一章 总则', '第二条 内容', '附件：', '附件2', '一、标题', '（一）项', '# 标题');
const document = fc
  .array(fc.oneof({ weight: 3, arbitrary: paragraph }, marker), { maxLength: 40 })
  .map((lines) => lines.join('\n'));

describe('chunks of a document', () => {
  it('follow its structure, items staying with their article', () => {
    expect(chunkOf('第二条')).toMatchObject({ path: ['第一章 总则', '第二条'] });
    expect(chunkOf('第二条').text).toContain('（二）水库');
    expect(chunkOf('第三条').path).toEqual(['第二章 职责', '第三条']);
    expect(chunkOf('附件').path).toEqual(['附件：1. 名单']);
    expect(chunkOf('（一）值班').path).toEqual(['附件：1. 名单', '一、市应急管理局', '（一）值班']);
    expect(chunkOf('二、').path).toEqual(['附件：1. 名单', '二、市水务局']);
  });

  it('keep their ids when another part changes', () => {
    const edited = REGULATION.replace('市人民政府负责', '市人民政府和县人民政府共同负责').replace(
      '（一）河道；',
      '（一）江河；',
    );
    const before = cutChunks(REGULATION).map(({ id }) => id);
    const after = cutChunks(edited).map(({ id }) => id);
    expect(before.filter((id) => !after.includes(id))).toHaveLength(2);
    expect(after).toHaveLength(before.length);
    expect(chunkOf('第三条', edited).id).not.toBe(chunkOf('第三条').id);
  });

  it('are the whole text, none too long, none empty, each with an id of its own', () => {
    fc.assert(
      fc.property(document, (text) => {
        const chunks = cutChunks(text);
        expect(chunks.map((chunk) => chunk.text).join('')).toBe(text);
        expect(chunks.every((chunk) => chunk.text.length > 0 && chunk.text.length <= MAX_CHUNK_LENGTH)).toBe(true);
        expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
        // No half of a surrogate pair at either end.
        expect(chunks.some((chunk) => /\p{Surrogate}/u.test(chunk.text))).toBe(false);
      }),
    );
  });

  it('stay as they are whatever stands in another chapter', () => {
    fc.assert(
      fc.property(document, document, document, (first, second, third) => {
        const whole = (middle: string) => `${first}\n第八章 中\n${middle}\n第九章 后\n${third}`;
        const outside = (middle: string) => {
          const chunks = cutChunks(whole(middle));
          const starts = chunks.findIndex(({ text }) => text.startsWith('第八章 中'));
          const ends = chunks.findLastIndex(({ text }) => text.startsWith('第九章 后'));
          return [chunks.slice(0, starts), chunks.slice(ends)].map((part) => part.map((chunk) => chunk.text));
        };
        expect(outside(second)).toEqual(outside(''));
      }),
    );
  });

  it('change no more than their neighbourhood where running text has no headings', () => {
    const lines = Array.from({ length: 200 }, (_, n) =>
      `第${n}段：防汛工作要求${n * 7919}，各单位认真落实。`.replace('第', '其'),
    );
    const ids = (all: string[]) => new Set(cutChunks(all.join('\n')).map(({ id }) => id));
    const before = ids(lines);
    const after = ids(lines.with(100, '这一段改了。'));
    expect([...before].filter((id) => !after.has(id)).length).toBeLessThanOrEqual(2);
    expect(before.size).toBeGreaterThan(30);
  });
});

describe('cursors', () => {
  it('come back as they went, and nothing else is one', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 1000 }), (seq, epoch) => {
        expect(decodeFeedCursor(encodeFeedCursor({ seq, epoch }))).toEqual({ seq, epoch });
      }),
    );
    for (const wrong of ['', '5', 'ZjEu', encodeFeedCursor({ seq: -1, epoch: 0 }), 'x'.repeat(999)]) {
      expect(decodeFeedCursor(wrong)).toBeNull();
    }
  });
});
