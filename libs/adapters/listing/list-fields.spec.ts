import { cleanDocNo, cleanTitle, publishedAt } from './list-fields.js';

const now = new Date('2026-11-16T12:00:00+08:00');
const at = (value: string | null) => {
  const { publishDate, publishTime } = publishedAt(value, now);
  return [publishDate, publishTime?.toISOString() ?? null];
};

describe('publishedAt', () => {
  it.each([
    ['1790758800000', '2026-09-30', '2026-09-30T09:00:00.000Z'],
    ['1790758800', '2026-09-30', '2026-09-30T09:00:00.000Z'],
    ['946684800', '2000-01-01', '2000-01-01T00:00:00.000Z'],
    ['2026-09-30 17:00:00', '2026-09-30', '2026-09-30T09:00:00.000Z'],
    ['2026.09.30', '2026-09-30', null],
    ['20260930', '2026-09-30', null],
    ['2026-09-30T17:00:00+08:00', '2026-09-30', '2026-09-30T09:00:00.000Z'],
    ['11/16/2026 09:30:00', '2026-11-16', '2026-11-16T01:30:00.000Z'],
  ])('reads %s', (value, date, time) => expect(at(value)).toEqual([date, time]));

  it('takes the midnight of a database for a day without a time', () => {
    expect(at('2026-09-30 00:00:00')).toEqual(['2026-09-30', null]);
  });

  it.each([null, '', '0', '暂无'])('knows nothing of %p', (value) => expect(at(value)).toEqual([null, null]));
});

describe('cleanTitle', () => {
  it.each([
    ['国家广播电视总局令（第16号）<br/>　　微短剧发展管理办法', '国家广播电视总局令（第16号） 微短剧发展管理办法'],
    ['<font color="#b30000">关于<em>消费</em>的通知</font>', '关于消费的通知'],
    ['<a href="http://x.cn/1.htm" target="_blank">A &amp; B</a>', 'A & B'],
    ['  正常标题 ', '正常标题'],
  ])('%s', (title, clean) => expect(cleanTitle(title)).toBe(clean));
});

describe('cleanDocNo', () => {
  it('spells brackets one way, keeps unusual forms and knows when there is none', () => {
    expect(cleanDocNo('国办发[2026]28号')).toBe('国办发〔2026〕28号');
    expect(cleanDocNo('国令第847号')).toBe('国令第847号');
    expect(cleanDocNo(' 特急 ')).toBe('特急');
    expect(cleanDocNo(null)).toBeNull();
  });
});
