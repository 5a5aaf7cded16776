import { EventEmitter, once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { DOWNLOAD_LIMITS, Downloads } from './downloads.js';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const answer = () => {
  const raw = Object.assign(new EventEmitter(), { destroyed: false });
  const reply: object = { raw, type: () => reply, header: () => reply, send: () => reply };
  const close = () => {
    raw.destroyed = true;
    raw.emit('close');
  };
  Object.assign(raw, { destroy: close });
  return { reply: reply as FastifyReply, close };
};

it('allows two concurrent downloads per user', () => {
  const downloads = new Downloads();
  const first = answer();
  downloads.admit('sam', first.reply);
  downloads.admit('sam', answer().reply);
  expect(() => downloads.admit('sam', answer().reply)).toThrow(
    expect.objectContaining({ status: 429, retryAfterSeconds: 5 }),
  );
  downloads.admit('ada', answer().reply);
  first.close();
  downloads.admit('sam', answer().reply);
});

it('allows six concurrent downloads per node', () => {
  const downloads = new Downloads();
  const answers = Array.from({ length: 6 }, answer);
  answers.forEach(({ reply }, index) => downloads.admit(`user ${index}`, reply));
  expect(() => downloads.admit('sam', answer().reply)).toThrow(expect.objectContaining({ status: 503 }));
  for (const { close } of answers) close();
  for (const { reply } of Array.from({ length: 6 }, answer)) downloads.admit(`${Math.random()}`, reply);
});

it('rejects a request whose client has already disconnected', () => {
  const downloads = new Downloads();
  for (let asked = 0; asked < 40; asked += 1) {
    const { reply, close } = answer();
    close();
    expect(() => downloads.admit('sam', reply)).toThrow(expect.objectContaining({ status: 400 }));
  }
  downloads.admit('sam', answer().reply);
});

it('generates nothing when the client disconnects after admission', async () => {
  let isMade = false;
  async function* pieces() {
    isMade = true;
    yield 'piece';
  }
  const { reply, close } = answer();
  const downloads = new Downloads();
  downloads.admit('sam', reply);
  close();
  downloads.send(reply, { name: 'Scores.csv', type: 'text/csv', pieces: pieces() });
  await new Promise(setImmediate);
  expect(isMade).toBe(false);
});

it('ends a download after the time limit, and no download that has ended before', () => {
  jest.useFakeTimers();
  const downloads = new Downloads();
  const [paused, finished] = [answer(), answer()];
  for (const { reply } of [paused, finished]) downloads.admit('sam', reply);
  finished.reply.raw.emit('close');
  jest.advanceTimersByTime(DOWNLOAD_LIMITS.deadlineMs - 1);
  expect(paused.reply.raw.destroyed).toBe(false);
  jest.advanceTimersByTime(1);
  expect(paused.reply.raw.destroyed).toBe(true);
  expect(finished.reply.raw.destroyed).toBe(false);
  for (const { reply } of [answer(), answer()]) downloads.admit('sam', reply);
});

it('disconnects a client that has stopped reading', async () => {
  jest.replaceProperty(DOWNLOAD_LIMITS, 'deadlineMs', 100);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [, raw] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  new Downloads().admit('sam', { raw } as FastifyReply);
  raw.write(Buffer.alloc(50_000_000));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(raw, 'close');
  await expect(response.toArray()).rejects.toThrow('aborted');
  server.close();
});
