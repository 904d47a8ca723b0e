import { readFileSync } from 'node:fs';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ConfigError } from '@govcrawler/core';
import { loadConfig } from '@govcrawler/platform';
import { Command } from 'commander';
import { z } from 'zod';

const settings = z.object({ GOVCRAWLER_API_KEY: z.string().optional().describe('API key of `govcrawler mcp`') });

/** `govcrawler mcp`: a running platform's tools for programs that start their MCP servers themselves. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description('serve the Model Context Protocol on standard input and output, from a running platform')
    .option('--url <address>', 'the platform', 'http://127.0.0.1:8787')
    .option('--key-file <file>', 'file with the API key (default: the environment variable GOVCRAWLER_API_KEY)')
    .action(async ({ url, keyFile }: { url: string; keyFile?: string }) => {
      if (!URL.canParse(url)) throw new ConfigError(`--url ${url} is not an address`);
      const key =
        keyFile === undefined
          ? loadConfig(settings, process.env).GOVCRAWLER_API_KEY
          : readFileSync(keyFile, 'utf8').trim();
      if (!key) throw new ConfigError('An API key is needed: --key-file or GOVCRAWLER_API_KEY');
      await relay(new URL('/mcp', url), key);
    });
}

/** Messages pass through as they are: the platform alone knows its tools. */
async function relay(address: URL, key: string): Promise<void> {
  const platform = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  const program = new StdioServerTransport();
  const underway = new Set<Promise<void>>();
  const closed = new Promise<void>((resolve) => {
    program.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  platform.onmessage = (message) => void program.send(message);
  platform.onerror = (error) => process.stderr.write(`${explain(error, address)}\n`);
  program.onmessage = (message) => {
    const sent = platform.send(message).catch(async (error: unknown) => {
      const failure = { code: -32_000, message: explain(error, address) };
      if ('id' in message && 'method' in message)
        await program.send({ jsonrpc: '2.0', id: message.id, error: failure });
    });
    underway.add(sent);
    void sent.finally(() => underway.delete(sent));
  };
  await platform.start();
  await program.start();
  await closed;
  // A program that has asked and closed its end still wants its answers.
  await Promise.allSettled(underway);
  await platform.close();
}

/** What the person who set this up can do about it. */
function explain(error: unknown, { origin }: URL): string {
  const { code, message, cause } = error as Error & { code?: number };
  if (code === 401) return 'The platform does not accept this API key (401): is it complete, not expired, not revoked?';
  if (code === 403) return 'The API key may not use these tools (403): it needs the scope articles:read';
  if (cause === undefined) return message;
  return `${origin} does not answer (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message})`;
}
