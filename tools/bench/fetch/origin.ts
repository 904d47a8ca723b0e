import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

/*
 * The origin of the benchmark, in a process of its own: its CPU must not count for any client.
 */
const text = '为进一步规范政务公开工作，现将有关事项通知如下。';
const page = `<html><head><title>通知</title></head><body>${`<p>${text}</p>`.repeat(600)}</body></html>`;
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, bytes: Buffer.byteLength(page) });
});
process.on('disconnect', () => process.exit(0));
