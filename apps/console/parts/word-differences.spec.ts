import { wordDifferences } from './word-differences.js';

describe('the differences of two texts', () => {
  it('are words, not letters and not whole lines', () => {
    expect(wordDifferences('本办法自2026年1月1日起施行。', '本办法自2026年3月1日起施行。')).toEqual([
      { kind: 'same', text: expect.stringContaining('2026年') },
      { kind: 'removed', text: '1' },
      { kind: 'added', text: '3' },
      { kind: 'same', text: '月1日起施行。' },
    ]);
    expect(wordDifferences('由财政局负责解释', '由市财政局负责解释')).toContainEqual({ kind: 'added', text: '市' });
  });

  it('give back both texts in full', () => {
    const [before, after] = ['第一条\n为了规范管理', '第一条\n\n为加强规范管理，'];
    const parts = wordDifferences(before, after);
    const without = (kind: string) =>
      parts
        .filter((part) => part.kind !== kind)
        .map(({ text }) => text)
        .join('');
    expect([without('added'), without('removed')]).toEqual([before, after]);
  });
});
