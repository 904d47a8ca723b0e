import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { transform } from '@swc/core';
import { type GatewayStand } from '../gateway-stand.conformance.js';
import { deliverySite } from './delivery-samples.conformance.js';
import { DELIVERY_PROTO } from './grpc/delivery-wire.js';

const run = promisify(execFile);

/** The programs of docs/delivery.md, taken out of the page and run as they are. */
export function describeDeliveryDoc(stand: () => GatewayStand): void {
  describe('docs/delivery.md', () => {
    const page = readFileSync('docs/delivery.md', 'utf8');
    const blockOf = (language: string) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(page)![1]!;
    let folder: string;
    beforeAll(() => {
      // Inside the workspace, where its packages are found.
      folder = mkdtempSync(resolve('tmp', 'doc-'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const execute = async (name: string, program: string, env: Record<string, string>) => {
      const file = join(folder, name);
      writeFileSync(file, program);
      return (await run(process.execPath, [file], { env: { PATH: process.env.PATH, ...env }, timeout: 30_000 })).stdout;
    };

    it('has a consumer of forty lines that keeps up', async () => {
      const { store } = await deliverySite(stand());
      const { articleId } = await store('第一条 甲。');
      const { code } = await transform(blockOf('ts'), { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } });
      const KEY = await stand().key(['changes:read', 'consumers:write']);
      const env = { URL: stand().address, KEY, ONCE: '1', NAME: 'doc-1' };
      const { total } = await stand().database.articles.search({ limit: 1, offset: 0 });
      const last = (text: string) => text.trim().split('\n').at(-1);
      expect(last(await execute('consumer.mjs', code, env))).toBe(`${total} documents`);
      expect(blockOf('ts').trim().split('\n').length).toBeLessThanOrEqual(40);
      await stand().database.articleDeletions.remove([articleId], { username: 't', requestId: null });
      expect(last(await execute('consumer.mjs', code, env))).toBe('0 documents');
      const { body } = await stand().get('/api/v1/consumers/doc-1');
      expect(body.lag.entries).toBe(0);
    }, 60_000);

    it('has calls over gRPC that read and confirm', async () => {
      const { store } = await deliverySite(stand());
      await stand().post('/api/v1/consumers', { name: 'doc-2', from: 'now' }).expect(201);
      const { articleId } = await store('甲');
      const KEY = await stand().key(['changes:read']);
      const env = { ADDRESS: `127.0.0.1:${stand().app.grpcPort}`, KEY, PROTO: DELIVERY_PROTO, NAME: 'doc-2' };
      const said = await execute('calls.mjs', blockOf('js'), env);
      expect(said).toBe(`UPSERT ${articleId} 关于做好防汛工作的通知\nconfirmed\n`);
    }, 60_000);
  });
}
