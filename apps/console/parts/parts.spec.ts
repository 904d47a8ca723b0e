import { beijingMinutes, beijingSeconds, duration, timeAgo } from './beijing-time.js';
import { cronWords } from './cron-words.js';
import { failureAdvice } from './failure-advice.js';
import { count, fileSize, percent } from './number-format.js';

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
    [1, 3, '33.3%'],
    [3, 3, '100.0%'],
    [99_999, 100_000, '99.9%'],
    [0, 5, '0.0%'],
  ])('show %d of %d as a share', (part, whole, words) => {
    expect(percent(part, whole)).toBe(words);
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

describe('schedules in words', () => {
  it.each([
    ['17 3 * * *', '每天 03:17'],
    ['0 9 * * 1-5', '09:00，星期一至星期五'],
    ['*/15 * * * *', '每隔 15 分钟'],
    ['adaptive', null],
    ['61 3 * * *', null],
    [null, null],
  ])('%p is %p', (cron, words) => {
    expect(cronWords(cron)).toBe(words);
  });
});

describe('help with failures', () => {
  it.each([
    ['network_reset: read ECONNRESET', '连接被重置'],
    ['Error: read ECONNRESET', '连接被重置'],
    ['ctct_challenge_unresolved', '通防验证未通过'],
    ['content_text_too_short: 12 characters', '没有解析出正文'],
    ["1406: Data too long for column 'title'", '字段过长或含非法字符，已清洗'],
    ['cooling_host: 240 s', '主机冷却中'],
  ])('explains %p', (message, title) => {
    expect(failureAdvice(message)).toMatchObject({ title, cause: expect.any(String), remedy: expect.any(String) });
  });

  it('keeps silent about what it does not know, and about words that are no code', () => {
    expect(failureAdvice('something_new: what is this')).toBeNull();
    expect(failureAdvice('constructor')).toBeNull();
    expect(failureAdvice('')).toBeNull();
  });
});
