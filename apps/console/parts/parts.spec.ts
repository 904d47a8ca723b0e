import { beijingMinutes, beijingSeconds, duration, timeAgo } from './beijing-time.js';
import { count, fileSize } from './number-format.js';

describe('times in the console', () => {
  it('are Beijing time wherever the reader sits, and a dash where there is none', () => {
    expect(beijingMinutes('2025-11-17T16:05:09Z')).toBe('2025-11-18 00:05');
    expect(beijingSeconds('2025-12-31T16:00:00Z')).toBe('2026-01-01 00:00:00');
    expect(beijingMinutes(null)).toBe('—');
  });

  it.each([
    [0, '刚刚'],
    [59, '刚刚'],
    [60, '1 分钟前'],
    [3599, '59 分钟前'],
    [3600, '1 小时前'],
    [86_400, '1 天前'],
    [6.9 * 86_400, '6 天前'],
    [7 * 86_400, '2025-11-11'],
  ])('say how long ago %d seconds are', (seconds, words) => {
    const now = new Date('2025-11-18T04:00:00Z');
    expect(timeAgo(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(words);
  });

  it.each([
    [400, '0 秒'],
    [59_400, '59 秒'],
    [65_000, '1 分 05 秒'],
    [3_600_000, '1 小时 0 分'],
    [-5, '0 秒'],
  ])('say how long %d ms last', (milliseconds, words) => {
    expect(duration(milliseconds)).toBe(words);
  });
});

describe('numbers in the console', () => {
  it('are grouped', () => {
    expect(count(1_234_567)).toBe('1,234,567');
  });

  it.each([
    [null, '—'],
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [15_000, '15 KB'],
    [5 * 1024 * 1024, '5.0 MB'],
    [3 * 1024 ** 4, '3072 GB'],
  ])('show %p bytes as a size', (bytes, words) => {
    expect(fileSize(bytes)).toBe(words);
  });
});
