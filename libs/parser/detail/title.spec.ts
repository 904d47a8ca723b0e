import { parseHtml } from '../dom/parse-html.js';
import { readMetaTags } from './meta-tags.js';
import { stripSiteName } from './site-name.js';
import { findTitle } from './title.js';

const title = (html: string): string | null => {
  const page = parseHtml(html);
  const body = page.elements.find(({ attributes }) => attributes.includes('body')) ?? null;
  return findTitle(page, readMetaTags(page), body)?.text ?? null;
};

describe('findTitle', () => {
  it.each([
    [
      'the heading that repeats the title',
      '<title>关于防汛的通知_某市政府</title><h1>某市政府</h1><h2>关于防汛的通知</h2>',
      '关于防汛的通知',
    ],
    [
      'a heading by its class',
      '<title>关于防汛的通知-某县</title><div class="art_title">关于防汛的<br>通知</div>',
      '关于防汛的通知',
    ],
    [
      'the declared title',
      '<title>详情</title><meta name="ArticleTitle" content="关于防汛&lt;br&gt;的通知"><h1>某局</h1>',
      '关于防汛的通知',
    ],
    [
      'the heading where a quote cut the declared title',
      '<meta name="ArticleTitle" content="贯彻"二十大"精神"><title>贯彻"二十大"精神</title><h1>贯彻"二十大"精神</h1>',
      '贯彻"二十大"精神',
    ],
    [
      'the page title without column and site',
      '<title>关于防汛的通知_通知公告_某市人民政府门户网站</title>',
      '关于防汛的通知',
    ],
    ['the shared title', '<title>某某网</title><meta property="og:title" content="关于防汛的通知">', '关于防汛的通知'],
    [
      'large letters where the title names the site',
      '<title>某县政府网</title><h1>某县政府网</h1><font size=5><b>关于防汛的通知</b></font><p id="body">x</p>',
      '关于防汛的通知',
    ],
    [
      'the heading where the title names the column, and no line of dates',
      '<title>通知公告</title><h2>通知公告</h2><div class="tit">关于防汛的通知</div><div class="tit1">发布日期：2026-03-10 来源：水利局</div><p id="body">x</p>',
      '关于防汛的通知',
    ],
    [
      'the longer heading of which the title is the end',
      '<title>行政许可公示_某市</title><div class="bt">2026年第10周行政许可公示</div><p id="body">x</p>',
      '2026年第10周行政许可公示',
    ],
    [
      'the heading above the body',
      '<title>某市人民政府</title><h3>关于防汛的通知</h3><div id="body">x</div><h1>相关的其他新闻</h1>',
      '关于防汛的通知',
    ],
    [
      'a cut page title completed by the heading',
      '<title>关于做好当前防汛救灾</title><h1>关于做好当前防汛救灾工作的通知</h1>',
      '关于做好当前防汛救灾工作的通知',
    ],
  ])('takes %s', (_what, html, expected) => {
    expect(title(html)).toBe(expected);
  });

  it('finds none on an empty page', () => {
    expect(title('')).toBeNull();
    expect(title('<title> </title>')).toBeNull();
  });
});

describe('stripSiteName', () => {
  it.each([
    ['中国人民银行印发指导意见_国务院部门文件_中国政府网', '中国人民银行印发指导意见'],
    ['关于防汛的通知-新华网', '关于防汛的通知'],
    ['关于防汛的通知 - 某市应急管理局', '关于防汛的通知'],
    ['某法全文公布施行-纪检', '某法全文公布施行'],
    ['2025-2026年度工作计划', '2025-2026年度工作计划'],
    ['改革开放——写在春天里的诗篇', '改革开放——写在春天里的诗篇'],
    ['One thing - and another', 'One thing - and another'],
    ['某网', '某网'],
    ['某县人民政府网--关于做好春耕生产的通知', '关于做好春耕生产的通知'],
  ])('%s', (text, expected) => {
    expect(stripSiteName(text, null)).toBe(expected);
  });

  it('drops a site name that the page declares', () => {
    expect(stripSiteName('防汛通知|清溪', '清溪')).toBe('防汛通知');
  });
});
