import fc from 'fast-check';
import { parseHtml } from '../dom/parse-html.js';
import { writeBodyHtml } from './body-html.js';
import { sanitizeBodyHtml } from './sanitize-body-html.js';

const BASE = 'https://www.a.gov.cn/zwgk/x.html';
const write = (html: string): string => writeBodyHtml(parseHtml(html).root.children, BASE);
const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href=" &#106;avascript:alert(1)">x</a>',
  '<img src="data:text/html,<script>alert(1)</script>">',
  '<svg><script>alert(1)</script></svg>',
  '<svg onload=alert(1)>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data=x></object><embed src=x>',
  '<form action="https://evil.example"><input name=q><button>x</button></form>',
  '<style>@import "https://evil.example"</style>',
  '<p style="background:url(javascript:alert(1))" onclick=alert(1)>x</p>',
  '<base href="https://evil.example/"><link rel=stylesheet href=x><meta http-equiv=refresh content=0>',
  '<xmp><script>alert(1)</script></xmp>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea></textarea><script>alert(1)</script>',
  '<<script>alert(1)//<</script>',
  '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
];

describe.each([
  ['sanitizeBodyHtml', (html: string) => sanitizeBodyHtml(html, BASE)],
  ['writeBodyHtml', write],
])('%s', (_name, clean) => {
  const harmful = (html: string): string[] => {
    const found: string[] = [];
    for (const { name, attributes } of parseHtml(html).elements) {
      if (/^(?:script|style|iframe|object|embed|svg|math|form|input|button|link|meta|base|xmp|textarea)$/.test(name))
        found.push(name);
      for (let at = 0; at < attributes.length; at += 2) {
        const [key = '', value = ''] = [attributes[at], attributes[at + 1]];
        if (key.startsWith('on') || key === 'style' || key === 'srcdoc') found.push(key);
        if ((key === 'href' || key === 'src') && !/^https?:\/\//.test(value)) found.push(value);
      }
    }
    return found;
  };

  it.each(ATTACKS)('lets nothing harmful through: %s', (attack) => {
    expect(harmful(clean(`<div>${attack}<p>文</p></div>`))).toEqual([]);
  });

  it('lets nothing harmful through when attacks are cut and glued', () => {
    const pieces = fc.array(fc.tuple(fc.constantFrom(...ATTACKS), fc.nat(60), fc.nat(60)), { maxLength: 4 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const html = parts.map(([text, from, to]) => text.slice(from, from + to)).join('');
        return harmful(clean(html)).length === 0;
      }),
      { numRuns: 500 },
    );
  });

  it('keeps text, structure and absolute links', () => {
    const html =
      '<div class=x><h2>一</h2><p>甲 &amp; 乙<br><a href="../a.pdf" target=_blank>附件</a><img src="p.png" alt="&quot;图&quot;"></p><table><tr><td colspan=2>1</td></tr></table></div>';
    expect(clean(html).replaceAll(' />', '>')).toBe(
      '<div><h2>一</h2><p>甲 &amp; 乙<br><a href="https://www.a.gov.cn/a.pdf">附件</a>' +
        '<img src="https://www.a.gov.cn/zwgk/p.png" alt="&quot;图&quot;"></p><table><tr><td colspan="2">1</td></tr></table></div>',
    );
  });
});

it('looks behind the placeholders of lazy images', () => {
  expect(write('<img src="/images/loading.gif" data-src="/p/1.jpg">')).toBe('<img src="https://www.a.gov.cn/p/1.jpg">');
  expect(write('<img data-original="https://b.cn/2.jpg">')).toBe('<img src="https://b.cn/2.jpg">');
});
