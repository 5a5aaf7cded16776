import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { fastify, LogController } from 'fastify';
import { AllowedMethods } from './allowed-methods.js';
import { installHooks } from './fastify-hooks.js';

const id = '0198c0de-0000-7000-8000-0000000000a1';

/** Returns the log lines of requests to a server with these hooks. */
async function linesOf(...urls: string[]): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  const logController = new LogController({ disableRequestLogging: true });
  const server = fastify({ logger: { level: 'debug', stream }, logController });
  installHooks(server, new AllowedMethods(), () => undefined);
  server.decorateRequest('clock', { getter: () => ({ now: () => new Date() }) });
  server.get('/api/codes/:code/:organizationId', () => ({}));
  server.get('/api/late', { config: { limits: { deadlineMs: 1 } } }, async (_request, reply) => {
    await once(reply.raw, 'finish');
    return {};
  });
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  for (const url of urls) await fetch(origin + url);
  await server.close();
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const answered = (lines: readonly Record<string, unknown>[]) => lines.filter(({ msg }) => msg === 'answered');

it('logs the pattern of the route and its ids, and no other part of the URL', async () => {
  const lines = answered(await linesOf(`/api/codes/ABCD-EFGH/${id}?email=ada@example.org`, '/api/nowhere/ABCD-EFGH'));
  expect(lines).toMatchObject([
    { method: 'GET', route: '/api/codes/:code/:organizationId', ids: { organizationId: id }, status: 200 },
    { method: 'GET', route: '(none)', status: 404 },
  ]);
  for (const secret of ['ABCD-EFGH', 'ada@example.org']) expect(JSON.stringify(lines)).not.toContain(secret);
});

it('drops the response of a handler that succeeds after its deadline, without a warning', async () => {
  const lines = await linesOf('/api/late');
  expect(answered(lines)).toMatchObject([{ route: '/api/late', status: 503 }]);
  expect(lines.filter(({ err }) => err)).toEqual([]);
});

it('lets requests that arrive in one turn of the event loop take each step together', async () => {
  const steps: string[] = [];
  const server = fastify();
  installHooks(server, new AllowedMethods(), () => undefined);
  server.decorateRequest('clock', { getter: () => ({ now: () => new Date() }) });
  server.get('/api/steps/:name', async ({ params }) => {
    const { name } = params as { name: string };
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    return {};
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const clients: { name: string; socket: Socket }[] = [];
  for (const name of ['first', 'second']) {
    const accepted = once(server.server, 'connection');
    clients.push({ name, socket: connect(port, '127.0.0.1') });
    await accepted;
  }
  for (const { name, socket } of clients) socket.write(`GET /api/steps/${name} HTTP/1.1\r\nhost: test\r\n\r\n`);
  await Promise.all(clients.map(({ socket }) => once(socket, 'data')));
  for (const { socket } of clients) socket.destroy();
  await server.close();
  expect(steps).toEqual(['first begins', 'second begins', 'first ends', 'second ends']);
});
