import { ownCredential } from './own-credential.js';

describe('the secret of a site', () => {
  const own = ['https://www.a.gov.cn/', 'https://xxgk.a.gov.cn/list.html'];

  it.each(['https://www.a.gov.cn/1.html', 'https://xxgk.a.gov.cn/2.html', 'http://WWW.A.GOV.CN/'])(
    'goes to %s',
    (url) => expect(ownCredential(url, 'portal', own)).toEqual({ credential: 'portal' }),
  );

  it.each(['https://a.gov.cn/', 'https://www.a.gov.cn:8443/', 'https://www.a.gov.cn.evil.com/', '/relative', ''])(
    'stays away from %s',
    (url) => expect(ownCredential(url, 'portal', own)).toEqual({}),
  );

  it('is nothing where the site names none', () =>
    expect(ownCredential('https://www.a.gov.cn/', undefined, own)).toEqual({}));
});
