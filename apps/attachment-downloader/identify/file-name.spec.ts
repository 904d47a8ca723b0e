import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { attachmentPath } from '@govcrawler/persistence';
import { dispositionName } from './content-disposition.js';
import { chooseFileName, type NameSources, withSuffix } from './file-name.js';
import { repairMojibake } from './mojibake.js';

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const GBK_NOTICE = 'b9d8d3dacda8d6aa'; // 关于通知

describe('dispositionName', () => {
  it.each([
    [`attachment; filename*=UTF-8''%E5%85%B3%E4%BA%8E%E9%80%9A%E7%9F%A5.pdf`, '关于通知.pdf'],
    [`attachment; filename="a.pdf"; filename*=utf-8'zh'%E9%80%9A%E7%9F%A5.pdf`, '通知.pdf'],
    [`attachment;filename*=GBK''%B9%D8%D3%DA%CD%A8%D6%AA.doc`, '关于通知.doc'],
    [`attachment; filename*="UTF-8''%E9%80%9A%E7%9F%A5.pdf"`, '通知.pdf'],
    [`attachment;filename="%E5%85%B3%E4%BA%8E.pdf"`, '关于.pdf'],
    [`attachment;filename=%B9%D8%D3%DA.pdf`, '关于.pdf'],
    [`attachment; filename="=?UTF-8?B?5YWz5LqO?= =?UTF-8?B?6YCa55+l?=.pdf"`, '关于通知.pdf'],
    [`attachment; filename="=?gb2312?Q?=B9=D8=D3=DA?=.xls"`, '关于.xls'],
    [`attachment; filename=${latin1('关于通知.pdf')}`, '关于通知.pdf'],
    [`attachment; filename="${Buffer.from(GBK_NOTICE, 'hex').toString('latin1')}.doc"`, '关于通知.doc'],
    [`attachment; filename="C:\\\\docs\\\\a b.pdf"`, 'a b.pdf'],
    [`inline; FILENAME = report.pdf ; size=3`, 'report.pdf'],
    [`attachment; filename="unclosed.pdf`, 'unclosed.pdf'],
    [`attachment; filename=""`, null],
    ['attachment', null],
    [null, null],
  ])('%s', (header, name) => {
    expect(dispositionName(header)).toBe(name);
  });
});

describe('repairMojibake', () => {
  it('undoes UTF-8 and GBK read as single bytes, once or twice', () => {
    expect(repairMojibake(latin1('关于印发《方案》的通知'))).toBe('关于印发《方案》的通知');
    expect(repairMojibake(latin1(latin1('关于印发')))).toBe('关于印发');
    expect(repairMojibake(Buffer.from(GBK_NOTICE, 'hex').toString('latin1'))).toBe('关于通知');
    expect(repairMojibake(new TextDecoder('windows-1252').decode(Buffer.from('关于“通知”')))).toBe('关于“通知”');
  });

  it.each(['关于通知.pdf', 'plain.pdf', 'résumé.pdf', 'Müller & Söhne', 'naïve café'])('leaves %s alone', (name) => {
    expect(repairMojibake(name)).toBe(name);
  });
});

describe('chooseFileName', () => {
  const sources = (given: Partial<NameSources>): NameSources => ({
    contentDisposition: null,
    linkName: null,
    url: 'https://www.example.gov.cn/attachment/0/412/412345/4567890.pdf',
    finalUrl: 'https://www.example.gov.cn/attachment/0/412/412345/4567890.pdf',
    ...given,
  });

  it('prefers the header, then the link, then the address', () => {
    const all = { contentDisposition: 'attachment; filename="budget.pdf"', linkName: '预算公开表' };
    expect(chooseFileName(sources(all), 'pdf')).toBe('budget.pdf');
    expect(chooseFileName(sources({ linkName: '预算公开表' }), 'pdf')).toBe('预算公开表.pdf');
    expect(chooseFileName(sources({}), 'pdf')).toBe('4567890.pdf');
  });

  it.each(['download.pdf', 'P020260817402979611996.pdf', '附件1.pdf', '6b2c1d4e5f60718293a4b5c6d7e8f901.pdf'])(
    'passes over a header that says only "%s"',
    (said) => {
      const given = {
        contentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(said)}`,
        linkName: '关于规划的公告.pdf',
      };
      expect(chooseFileName(sources(given), 'pdf')).toBe('关于规划的公告.pdf');
    },
  );

  it.each(['点击下载', '附件2：', '下载附件', '查看'])('passes over a link that says only "%s"', (linkName) => {
    const url = 'https://a.gov.cn/files/%E5%B9%B4%E5%BA%A6%E6%8A%A5%E5%91%8A.doc';
    expect(chooseFileName(sources({ linkName, url, finalUrl: url }), 'doc')).toBe('年度报告.doc');
  });

  it('reads the name out of the query of a download script', () => {
    const url = 'https://a.gov.cn/module/download/downfile.jsp?classid=0&filename=%E6%B8%85%E5%8D%95.xls';
    expect(chooseFileName(sources({ url, finalUrl: url }), 'xls')).toBe('清单.xls');
  });

  it('takes the first of several poor names rather than none', () => {
    expect(chooseFileName(sources({ linkName: '附件1' }), 'pdf')).toBe('附件1.pdf');
    expect(
      chooseFileName(
        { contentDisposition: null, linkName: null, url: 'https://a.cn/', finalUrl: 'https://a.cn/' },
        'pdf',
      ),
    ).toBe('附件.pdf');
  });

  it('loses the word before a colon, quotes, and characters that turn text around', () => {
    expect(chooseFileName(sources({ linkName: '附件：\u202E《实施\n方案》.docx' }), 'docx')).toBe('《实施 方案》.docx');
  });
});

describe('withSuffix', () => {
  it.each([
    ['方案.doc', 'pdf', '方案.pdf'],
    ['方案', 'docx', '方案.docx'],
    ['照片.JPEG', 'jpg', '照片.JPEG'],
    ['方案.wps', 'doc', '方案.wps'],
    ['1.2版', 'pdf', '1.2版.pdf'],
    ['方案.pdf', 'unknown', '方案.pdf'],
  ] as const)('%s as %s is %s', (name, type, expected) => {
    expect(withSuffix(name, type)).toBe(expected);
  });
});

const corpora = process.env['GOVCRAWLER_CORPORA'];
const evil = corpora ? join(corpora, 'evil-filenames') : null;
const whenGiven = evil && existsSync(evil) ? describe : describe.skip;
whenGiven('evil names (set GOVCRAWLER_CORPORA to the folder of the corpora)', () => {
  it('give one line of text with the right suffix and a place inside the data folder, never an exception', () => {
    const names = readdirSync(evil as string)
      .filter((file) => /\.(txt|json)$/.test(file) && file !== 'manifest.json')
      .flatMap((file) => readFileSync(join(evil as string, file), 'utf8').split('\n'));
    expect(names.length).toBeGreaterThan(50);
    for (const name of names) {
      const url = 'https://a.gov.cn/x';
      for (const given of [{ linkName: name }, { contentDisposition: `attachment; filename="${name}"` }]) {
        const chosen = chooseFileName(
          { contentDisposition: null, linkName: null, url, finalUrl: url, ...given },
          'pdf',
        );

        expect(chosen).toMatch(/^[^\u0000-\u001f]+\.pdf$/i);
        const path = attachmentPath({ siteCode: 's', targetCode: 't', articleId: 1, filename: chosen });
        expect(resolve('/data', path).startsWith(`/data/attachments/s/t/1${sep}`)).toBe(true);
        expect(path.split('/')).toHaveLength(5);
      }
    }
  });
});
