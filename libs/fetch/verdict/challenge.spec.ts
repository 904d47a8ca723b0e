import { detectChallenge } from './challenge.js';

const html = { 'content-type': 'text/html' };
const detect = (status: number, body: string, headers: Record<string, string> = html) =>
  detectChallenge(status, headers, Buffer.from(body));
const article = `<p>${'为进一步规范网防G01与访问被拦截等问题的处理，现将有关事项通知如下。'.repeat(10)}</p>`;

describe('detectChallenge', () => {
  it.each([
    [
      412,
      '<title>Environment Checking</title><script src="/a1b2c3d_012345678.js"></script>',
      'ctct',
      'ctct_challenge_unresolved',
    ],
    [412, '<script src="/ctct_bundle_1a2b3c4d.js"></script>', 'ctct', 'ctct_challenge_unresolved'],
    [405, '<title>NWAF页面</title>当前IP请求异常，请更换IP地址进行访问', 'ctct', 'blocked_soft'],
    [
      412,
      '<meta id="9x" content="tok" r="m"><script>$_ts=window[\'$_ts\']||{};$_ts.nsd=1;</script>',
      'ruishu',
      'blocked_challenge',
    ],
    [202, '<script>$_ts=window["$_ts"];$_ts.cd="x"</script>', 'ruishu', 'blocked_challenge'],
    [
      521,
      "<script>document.cookie=('_')+('_')+('j')+('s')+('l');location.href=location.pathname</script>",
      'jsl',
      'blocked_challenge',
    ],
    [403, '<p>当前访问疑似黑客攻击，已被创宇盾拦截</p>', 'jsl', 'blocked_soft'],
    [200, `<script>var arg1='${'A1'.repeat(20)}';</script>`, 'aliyun', 'blocked_challenge'],
    [403, '网站防火墙 网防G01 提示', 'wangfang', 'blocked_soft'],
    [503, '<title>Just a moment...</title>', 'cloudflare', 'blocked_challenge'],
    [200, '<html><title>请稍候…</title><body>正在验证</body></html>', 'cloudflare', 'blocked_challenge'],
    [200, '<html><body>您的访问被拦截，请联系管理员</body></html>', 'unknown', 'blocked_soft'],
    [412, 'no marker at all', 'unknown', 'blocked_challenge'],
    [
      200,
      '<html><head><title></title></head><body><script>go()</script></body></html>',
      'unknown',
      'blocked_challenge',
    ],
  ])('%d %s -> %s', (status, body, family, reason) => expect(detect(status, body)).toEqual({ family, reason }));

  it('reads a GBK page', () => {
    const gbk = Buffer.concat([
      Buffer.from('<html><body>'),
      Buffer.from('b7c3cecab1bbc0b9bdd8', 'hex'),
      Buffer.from('</body>'),
    ]);
    expect(detectChallenge(200, html, gbk)?.reason).toBe('blocked_soft');
  });

  it('knows the header of a product even when the body is empty', () => {
    expect(detect(403, '', { ...html, 'wzws-ray': '1' })?.family).toBe('wangfang');
  });

  it.each([
    ['a document that writes about blocking', 200, `<html><body>${article}</body></html>`],
    [
      'a protected document that carries the script',
      200,
      `<html><script>$_ts=window['$_ts'];</script>${article}</html>`,
    ],
    ['a plain 404', 404, '<title>404 Not Found</title>'],
    ['a plain 403', 403, '<title>403 Forbidden</title><center>nginx</center>'],
    ['a JSON list', 200, '{"message":"访问被拦截"}'],
    ['a big page', 200, `<script>var arg1='${'A1'.repeat(20)}';</script>${' '.repeat(31 * 1024)}`],
  ])('sees no challenge in %s', (_name, status, body) => expect(detect(status, body)).toBeNull());
});
