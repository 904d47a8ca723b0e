import { docNoInBody, signedDate } from './body-facts.js';
import { scriptedBody } from './scripted-body.js';
import { parseHtml } from '../dom/parse-html.js';
import { parseValidity } from './validity.js';

const now = new Date('2026-11-18T02:00:00Z');

describe('parseValidity', () => {
  it.each([
    ['有效', 'effective'],
    ['现行有效', 'effective'],
    ['未废止', 'effective'],
    ['已失效', 'expired'],
    ['无效', 'expired'],
    ['废止', 'abolished'],
    ['已宣布废止', 'abolished'],
    ['', null],
    [undefined, null],
    ['其他', null],
  ])('of %s is %s', (text, validity) => {
    expect(parseValidity(text)).toBe(validity);
  });
});

describe('what a body says of itself', () => {
  it('has its number on a line of its own near the top', () => {
    expect(docNoInBody('某市人民政府文件\n清府〔2026〕 3 号\n各县：\n正文')).toBe('清府〔2026〕3号');
    expect(docNoInBody('（国发[2026]5号）\n正文')).toBe('国发〔2026〕5号');
    expect(docNoInBody('根据国发〔2026〕5号文件要求，现通知如下。')).toBeNull();
    expect(docNoInBody(`${'行\n'.repeat(20)}清府〔2026〕3号`)).toBeNull();
  });

  it('has the day it was signed on one of its last lines', () => {
    expect(signedDate('正文。\n某市人民政府\n2026年2月3日\n附件：1.表', now)).toBe('2026-02-03');
    expect(signedDate('正文。\n二〇二六年二月三日', now)).toBe('2026-02-03');
    expect(signedDate('会议于2026年2月3日召开。', now)).toBeNull();
  });
});

describe('scriptedBody', () => {
  it('reads the body out of the script of a disclosure platform', () => {
    const html = String.raw`<script>window._CONFIG.DETAIL = {"id":1,"content":"\u003Cp\u003E正文\"引\"\u003C/p\u003E"}</script>`;
    expect(scriptedBody(parseHtml(html))).toBe('<p>正文"引"</p>');
  });

  it.each([
    '<script>var post = {"content":"<p>x</p>"}</script>',
    String.raw`<script>_CONFIG.DETAIL={"content":"\u00"}</script>`,
    '',
  ])('finds none in %s', (html) => {
    expect(scriptedBody(parseHtml(html))).toBeNull();
  });
});
