import { hostKey } from './host-key.js';

describe('hostKey', () => {
  it.each([
    ['https://WWW.GD.gov.cn/a', 'www.gd.gov.cn'],
    ['http://www.gd.gov.cn:8080/', 'www.gd.gov.cn:8080'],
    ['http://www.gd.gov.cn:80/', 'www.gd.gov.cn'],
    ['http://www.gd.gov.cn.:8080/', 'www.gd.gov.cn:8080'],
    ['http://[::1]:8080/', '[::1]:8080'],
  ])('%s -> %s', (url, key) => expect(hostKey(url)).toBe(key));
});
