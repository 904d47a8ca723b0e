import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Request, type Response } from 'express';
import { type UserAccounts } from '../auth/principal.js';
import { type Sessions } from '../auth/sessions.js';
import { type IdentifiedRequest } from '../http/request-context.js';
import { EventsController } from './events.controller.js';
import { type LiveEvents } from './live-events.js';

describe('EventsController', () => {
  it('begins nothing for a client that left while it was still being checked', async () => {
    const began: string[] = [];
    const live = { isFull: false, listen: async () => began.push('listen'), leave: () => undefined };
    const sessions = { isOpen: async () => Boolean(began.push('heartbeat')) };
    const controller = new EventsController(
      live as unknown as LiveEvents,
      sessions as unknown as Sessions,
      {} as UserAccounts,
      { lookMs: 5, heartbeatMs: 5 },
    );
    const principal = { via: 'session', username: 'admin', session: { tokenHash: 'x' } };
    let arrived: (pair: [Request, Response]) => void;
    const arrival = new Promise<[Request, Response]>((resolve) => (arrived = resolve));
    const app = express().get('/', (asked, response) => arrived([asked, response]));
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
    client.on('error', () => undefined).end();

    const [asked, response] = await arrival;
    client.destroy();
    await once(response, 'close');
    const person = Object.assign(asked, { principal }) as unknown as IdentifiedRequest;
    await controller.stream({}, undefined, person, response);
    await sleep(50);
    server.close();

    expect(began).toEqual([]);
  });
});
