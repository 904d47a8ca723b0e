import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type ApiScope } from '@govcrawler/contracts';
import { type GatewayStand } from '../gateway-stand.conformance.js';
import { deliverySite } from './delivery-samples.conformance.js';

/** What language models see. */
export function describeMcp(stand: () => GatewayStand): void {
  describe('MCP', () => {
    const connect = async (...scopes: ApiScope[]) => {
      const client = new Client({ name: 'test', version: '1' });
      const headers = { Authorization: `Bearer ${await stand().key(scopes)}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL('/mcp', stand().address), { requestInit: { headers } }) as never,
      );
      return client;
    };
    const call = async (client: Client, name: string, args: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: args });
      const [content] = result.content as { text: string }[];
      return { isError: result.isError ?? false, text: content!.text };
    };

    it('offers searching, reading and changes to a key that may read', async () => {
      const { store, code } = await deliverySite(stand());
      const { articleId } = await store('第一条 甲。', { title: '关于试用模型上下文协议的通知' });
      const client = await connect('articles:read', 'changes:read');
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['search_documents', 'get_document', 'list_changes']);
      const found = await call(client, 'search_documents', { query: '模型上下文协议', siteCode: code });
      expect(JSON.parse(found.text).items).toMatchObject([{ id: articleId }]);
      const read = await call(client, 'get_document', { id: articleId });
      expect(JSON.parse(read.text)).toMatchObject({ text: '第一条 甲。', docNo: '某府〔2026〕1号', nextOffset: null });
      const changes = await call(client, 'list_changes', { siteCode: code });
      expect(JSON.parse(changes.text)).toMatchObject({ items: [{ articleId }], caughtUp: true });
      expect(await call(client, 'get_document', { id: 999_999_999 })).toMatchObject({ isError: true });
      await client.close();
    });

    it('starts a crawl for a key that may', async () => {
      const { targetCode } = await deliverySite(stand());
      const client = await connect('articles:read', 'targets:run');
      const run = await call(client, 'run_target', { targetCode });
      expect(JSON.parse(run.text)).toMatchObject({ targetCode, state: 'queued', created: true });
      expect(await call(client, 'run_target', { targetCode: 'nobody' })).toMatchObject({ isError: true });
      await client.close();
    });

    it('says that it has no stream of its own, so that clients do not ask for one again', async () => {
      const headers = { authorization: `Bearer ${await stand().key(['articles:read'])}`, accept: 'text/event-stream' };
      const answer = await fetch(`${stand().address}/mcp`, { headers });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    });

    it('is closed to keys that may not read', async () => {
      await expect(connect('export:read')).rejects.toThrow();
    });
  });
}
