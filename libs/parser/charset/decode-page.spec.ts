import { decodePage } from './decode-page.js';
import { declaredCharset } from './declared-charset.js';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** 政府工作的通知 in GBK */
const GBK = [0xd5, 0xfe, 0xb8, 0xae, 0xb9, 0xa4, 0xd7, 0xf7, 0xb5, 0xc4, 0xcd, 0xa8, 0xd6, 0xaa];
/** 政府工作的通知 in Big5 */
const BIG5 = [0xac, 0x46, 0xa9, 0xb2, 0xa4, 0x75, 0xa7, 0x40, 0xaa, 0xba, 0xb3, 0x71, 0xaa, 0xbe];
const TEXT = '政府工作的通知';

describe('decodePage', () => {
  it('believes a byte order mark before anything else', () => {
    expect(decodePage(bytes([0xef, 0xbb, 0xbf], '<meta charset=gbk>'), 'gbk').charset).toBe('utf-8');
    expect(decodePage(bytes([0xff, 0xfe, 0x68, 0, 0x69, 0]), 'utf-8')).toEqual({ text: 'hi', charset: 'utf-16le' });
    expect(decodePage(bytes([0xfe, 0xff, 0, 0x68, 0, 0x69]))).toEqual({ text: 'hi', charset: 'utf-16be' });
    expect(decodePage(bytes([0xff, 0xfe, 0, 0, 0x68, 0, 0, 0]))).toEqual({ text: 'h', charset: 'utf-32le' });
  });

  it('takes valid UTF-8 for UTF-8, whatever header and meta say', () => {
    expect(decodePage(utf8(`<meta charset=gb2312>${TEXT}`), 'gb2312').text).toContain(TEXT);
    expect(decodePage(utf8(TEXT))).toEqual({ text: TEXT, charset: 'utf-8' });
  });

  it.each(['gb2312', 'GBK', 'gb18030', 'x-gbk', 'text/html; charset=gb_2312-80'])('reads %s as GB18030', (label) => {
    expect(decodePage(Buffer.from(GBK), label)).toEqual({ text: TEXT, charset: 'gb18030' });
  });

  it('reads GBK by its meta tag, or by its words alone, even where it claims to be UTF-8', () => {
    expect(decodePage(bytes('<meta charset="gbk">', GBK)).charset).toBe('gb18030');
    expect(decodePage(Buffer.from(GBK))).toEqual({ text: TEXT, charset: 'gb18030' });
    expect(decodePage(bytes('<meta charset="utf-8">', GBK, GBK), 'utf-8').text).toContain(TEXT);
  });

  it('reads Big5 when it is declared, and undeclared when its words are commoner that way', () => {
    expect(decodePage(Buffer.from(BIG5), 'big5')).toEqual({ text: TEXT, charset: 'big5' });
    expect(decodePage(Buffer.from([...BIG5, ...BIG5]))).toEqual({ text: TEXT + TEXT, charset: 'big5' });
  });

  it('keeps UTF-8 with a few broken bytes as UTF-8', () => {
    const broken = Buffer.concat([utf8(TEXT.repeat(10)), Buffer.from([0xe6, 0x94])]);
    for (const hint of ['utf-8', 'gbk', null]) {
      expect(decodePage(broken, hint)).toEqual({ text: `${TEXT.repeat(10)}\ufffd`, charset: 'utf-8' });
    }
  });

  it('prefers what a page says of itself to the Latin default of a server', () => {
    expect(decodePage(bytes('<meta charset=gbk>', GBK), 'iso-8859-1').text).toContain(TEXT);
    expect(decodePage(Buffer.from([0xa3]), 'iso-8859-1').text).toBe('£');
  });

  it('recognises UTF-16 without a mark, and Japanese escapes', () => {
    expect(decodePage(Buffer.from('<html>', 'utf16le')).text).toBe('<html>');
    expect(decodePage(bytes([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42]), 'iso-2022-jp').text).toBe('日');
  });

  it('reads nothing as nothing and unknown labels as no label', () => {
    expect(decodePage(new Uint8Array())).toEqual({ text: '', charset: 'utf-8' });
    expect(decodePage(Buffer.from(GBK), 'no-such-charset').charset).toBe('gb18030');
  });
});

describe('declaredCharset', () => {
  it.each([
    ['<meta charset="utf-8">', 'utf-8'],
    ['<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=gb2312">', 'gb18030'],
    ["<meta content='text/html;charset=big5' http-equiv=content-type>", 'big5'],
    ['<!-- <meta charset=big5> --><meta charset=gbk>', 'gb18030'],
    ['<meta charset=utf-16>', 'utf-8'],
    ['<meta charset=bogus><meta charset=gbk>', 'gb18030'],
    ['<?xml version="1.0" encoding="GB2312"?>', 'gb18030'],
    ['< meta charset="gbk">', 'gb18030'],
    ['<meta name="x" content="charset=gbk">', null],
    ['<p title="<meta charset=gbk>">', null],
    ['<meta charset=gbk', null],
    ['', null],
  ])('of %s is %s', (head, charset) => {
    expect(declaredCharset(bytes(head))).toBe(charset);
  });
});
