import { type ConnectOverCDPTransport } from 'playwright-core';
import WebSocket from 'ws';
import { proxyRules } from './proxy-rules.js';

const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

interface CdpMessage {
  method?: string;
  params?: { proxyServer?: string };
}

/**
 * The wire to a browser elsewhere. It exists because playwright takes one proxy for all a context does, while the
 * protocol takes rules: every context that is made over this wire gets those that close WebSockets.
 */
export async function openCdpTransport(endpoint: string, timeoutMs: number): Promise<ConnectOverCDPTransport> {
  const socket = new WebSocket(await webSocketAddress(endpoint, timeoutMs), {
    handshakeTimeout: timeoutMs,
    followRedirects: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const transport: ConnectOverCDPTransport = {
    send: (message) => socket.send(JSON.stringify(withProxyRules(message))),
    close: () => socket.close(),
  };
  socket.on('message', (data: Buffer) => transport.onmessage?.(JSON.parse(data.toString()) as object));
  socket.on('close', () => transport.onclose?.());
  // An error is followed by the close.
  socket.on('error', () => undefined);
  return transport;
}

/** An `http://` endpoint tells at /json/version where its socket is. */
async function webSocketAddress(endpoint: string, timeoutMs: number): Promise<string> {
  if (/^wss?:/i.test(endpoint)) return endpoint;
  const address = new URL(endpoint);
  address.pathname = `${address.pathname.replace(/\/$/, '')}/json/version`;
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  const { webSocketDebuggerUrl } = (await response.json()) as { webSocketDebuggerUrl?: unknown };
  if (typeof webSocketDebuggerUrl !== 'string') throw new Error(`status ${response.status} without a socket's address`);
  return webSocketDebuggerUrl;
}

function withProxyRules(message: object): object {
  const { method, params } = message as CdpMessage;
  if (method !== 'Target.createBrowserContext' || !params?.proxyServer) return message;
  return { ...message, params: { ...params, proxyServer: proxyRules(params.proxyServer) } };
}
