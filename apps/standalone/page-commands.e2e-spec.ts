import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { askSimWeb, runProgram, startSimWeb } from '@govcrawler/testing';

const MAIN = 'dist/apps/standalone/main.js';

describe('the commands that read pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-pages-'));
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const lines = (stdout: string) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('extract: one line per input in its order, a bad line is that line’s error', async () => {
    const web = await startSimWeb({ documents: 120 });
    const document = web.documents('sim_shalan').find(({ kind }) => kind === 'text')!; // GBK with a lying charset
    const answer = await askSimWeb(web.port, document.url);
    await web.close();
    const page = file('page.html', answer.body);
    const input = file(
      'input.jsonl',
      [
        { id: 'a', url: document.url, path: page },
        { id: 'b', url: document.url, path: join(folder, 'missing') },
      ]
        .map((line) => JSON.stringify(line))
        .concat('not json', JSON.stringify({ id: 'd', url: 'http://a.gov.cn/', html: '' }))
        .join('\n'),
    );
    const { code, stdout } = await runProgram([MAIN, 'extract', '--jsonl', input]);
    const [first, second, third, fourth] = lines(stdout);
    expect(code).toBe(0);
    expect(first).toMatchObject({ id: 'a', contentText: expect.stringContaining(document.probes[0]!.slice(0, 12)) });
    expect(String(first?.['title']).replace(/\s/g, '')).toBe(document.title.replace(/\s/g, ''));
    expect(first?.['publishTime']).toMatch(new RegExp(`^${document.publishDate}T\\d\\d:\\d\\d:\\d\\d\\+08:00$`));
    expect(second).toMatchObject({ id: 'b', error: expect.stringContaining('missing') });
    expect(third).toMatchObject({ id: null, error: expect.stringContaining('JSON') });
    expect(fourth).toMatchObject({ id: 'd', contentText: '' });
  });

  it('list: infers the rows of a page that no selector knows', async () => {
    const rows = [1, 2, 3, 4, 5].map(
      (n) =>
        `<li><a href="./t2026030${n}_${n}.html" title="关于做好第${n}季度统计工作的通知">关于做好…</a><span>2026-03-0${n}</span></li>`,
    );
    const html = `<html><body><div class="nav"><a href="/">首页</a></div><ul class="list">${rows.join('')}</ul></body></html>`;
    const input = file('lists.jsonl', JSON.stringify({ id: 1, url: 'http://www.a.gov.cn/tzgg/index.html', html }));
    const [line] = lines((await runProgram([MAIN, 'list', '--jsonl', input])).stdout);
    expect(line).toMatchObject({
      id: 1,
      rows: expect.arrayContaining([
        expect.objectContaining({
          url: 'http://www.a.gov.cn/tzgg/t20260303_3.html',
          title: '关于做好第3季度统计工作的通知',
          publishDate: '2026-03-03',
        }),
      ]),
    });
    expect((line?.['rows'] as unknown[]).length).toBe(5);
  });

  it('input that cannot be read at all is exit code 2', async () => {
    for (const input of [join(folder, 'nowhere'), folder]) {
      const result = await runProgram([MAIN, 'extract', input]);
      expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(input) });
    }
  });

  const start = (words: string[]) => spawn(process.execPath, [MAIN, ...words], { stdio: ['pipe', 'pipe', 'pipe'] });
  const padding = `<!--${'x'.repeat(50_000)}-->`;
  const pageLine = (id: number) =>
    id % 100 === 99
      ? `{"id": ${id}, broken\n`
      : `${JSON.stringify({ id, url: 'http://www.a.gov.cn/1.html', html: `<h1>第${id}号通知</h1>${padding}` })}\n`;

  it.each(['extract', 'list'])('%s: a reader that waits makes it wait, and not grow', async (command) => {
    const child = start([command, '--jsonl']);
    let sent = 0;
    let isBlocked = false;
    const feed = async () => {
      for (; sent < 3000; sent += 1) {
        if (child.stdin.write(pageLine(sent))) continue;
        isBlocked = true;
        await once(child.stdin, 'drain');
        isBlocked = false;
      }
      child.stdin.end();
    };
    const feeding = feed();
    // Nobody reads its output yet: it must stop reading soon, long before all 150 MB.
    for (let before = -1; !isBlocked || sent !== before;) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])).toBeLessThan(350 * 1024);
    expect(sent).toBeLessThan(2500);
    let seen = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, error } = JSON.parse(line) as { id: number | null; error?: string };
      expect([id, error !== undefined]).toEqual(seen % 100 === 99 ? [null, true] : [seen, false]);
      seen += 1;
    }
    await feeding;
    expect(seen).toBe(3000);
  });

  it('extract: a reader that leaves is no failure', async () => {
    const child = start(['extract']);
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    child.stdin.on('error', () => undefined);
    const ended = once(child, 'exit');
    child.stdin.write(pageLine(1));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const feeding = setInterval(() => child.stdin.writable && child.stdin.write(pageLine(2)), 20);
    expect(await ended).toEqual([0, null]);
    clearInterval(feeding);
    expect(stderr).toBe('');
  });

  it('sites lint: the shipped files are right, a wrong one is named with line, key and position', async () => {
    expect(await runProgram([MAIN, 'sites', 'lint'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(', 0 problems'),
    });
    const wrong = file(
      'wrong.yaml',
      'site_id: a\nsite_name: 甲\nbase_url: https://a.gov.cn\ndefault_column:\n  detail: { title: "h1[" }\n',
    );
    const { code, stdout } = await runProgram([MAIN, 'sites', 'lint', wrong]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/wrong\.yaml:5: default_column\.detail\.title: /);
  });

  it('preview: shows a document for a person', async () => {
    const body =
      '为进一步规范办事流程，现就有关事项通知如下。各单位要高度重视，认真组织实施，确保各项要求落实到位。'.repeat(3);
    const page = file(
      'detail.html',
      `<title>关于印发办法的通知_某市政府</title><h1>关于印发办法的通知</h1><p>清府办〔2026〕12号</p><div id="zoom"><p>${body}</p></div>`,
    );
    const { code, stdout } = await runProgram([MAIN, 'preview', page, '--url', 'http://www.a.gov.cn/x.html']);
    expect(code).toBe(0);
    expect(stdout).toContain('标题：关于印发办法的通知');
    expect(stdout).toContain('规范办事流程');
  });
});
