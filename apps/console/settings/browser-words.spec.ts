import { browserWords } from './browser-words.js';

describe('the browsers of open sessions', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
      'Edge 156 · Windows',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
      'Chrome 156 · Linux',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140 · macOS'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', ''],
  ])('%p is %p', (agent, words) => {
    expect(browserWords(agent)).toBe(words);
  });
});
