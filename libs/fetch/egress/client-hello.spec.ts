import { type AddressInfo, createServer } from 'node:net';
import { connect } from 'node:tls';
import { protocolsOffered } from './client-hello.js';

/** What a TLS client really says first. */
function greeting(ALPNProtocols: string[] | undefined): Promise<Buffer> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        resolve(data);
        socket.destroy();
        server.close();
      });
    }).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      connect({ host: '127.0.0.1', port, servername: 'www.a.gov.cn', ALPNProtocols }).on('error', () => undefined);
    });
  });
}

/** The same bytes in records of `size` bytes each. */
function inRecords(hello: Buffer, size: number): Buffer {
  const message = hello.subarray(5);
  const parts: Buffer[] = [];
  for (let at = 0; at < message.length; at += size) {
    const part = message.subarray(at, at + size);
    parts.push(Buffer.from([22, 3, 1, part.length >> 8, part.length & 255]), part);
  }
  return Buffer.concat(parts);
}

describe('protocolsOffered', () => {
  it.each([[['h2', 'http/1.1']], [['http/1.1']]])('reads %j out of a real greeting', async (protocols) => {
    expect(protocolsOffered(await greeting(protocols))).toEqual(protocols);
  });

  it('knows a greeting that offers nothing', async () => {
    expect(protocolsOffered(await greeting(undefined))).toEqual([]);
  });

  it('waits for the rest, and puts records together', async () => {
    const hello = await greeting(['h2']);
    for (let length = 0; length < hello.length; length += 1)
      expect(protocolsOffered(hello.subarray(0, length))).toBe('incomplete');
    expect(protocolsOffered(inRecords(hello, 50))).toEqual(['h2']);
  });

  it('takes nothing else for a greeting', async () => {
    const hello = await greeting(['h2']);
    const other = Buffer.from(hello);
    other[5] = 2; // a server's greeting
    const cut = Buffer.from(hello);
    cut.writeUInt16BE(0xffff, 5 + 4 + 34 + 1 + (cut[5 + 4 + 34] ?? 0)); // cipher suites beyond the end
    expect([other, cut, Buffer.from('GET / HTTP/1.1\r\n\r\n')].map(protocolsOffered)).toEqual([null, null, null]);
  });
});
