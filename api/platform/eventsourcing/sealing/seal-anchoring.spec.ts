import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import type { SealAnchorSettings } from '../../../config-settings.js';
import { until } from '../../../testing/until.js';
import { testConfig } from '../../http/testing/test-http-application.js';
import { Metrics } from '../../ops/metrics.js';
import { type CheckResult, ReadinessChecks } from '../../ops/readiness-checks.js';
import { parseAnchor, type SealAnchor } from './seal-anchor.js';
import { SealAnchoring } from './seal-anchoring.js';

const seal = (number: number): SealAnchor => ({
  log: 'postgres',
  seal: number,
  head: String(number).padStart(64, '0'),
  total: 1_000 * number,
  sealedAt: '2026-11-24T09:30:00.000Z',
});

/** Anchoring on a node that leads until `stop` is called. */
class Leading {
  private readonly over = new AbortController();
  private readonly metrics = new Metrics();
  private readonly checks = new ReadinessChecks(this.metrics);
  private readonly anchoring: SealAnchoring;
  private readonly running: Promise<void>;

  constructor(settings: Partial<SealAnchorSettings>, writeWithin = 5_000) {
    const sealAnchors = { file: undefined, webhook: undefined, syslog: undefined, ...settings };
    this.anchoring = new SealAnchoring(testConfig({ sealAnchors }), this.metrics, this.checks);
    this.running = this.anchoring.run(this.over.signal, { lookEvery: 5, writeWithin });
  }

  offer(...numbers: number[]): void {
    for (const number of numbers) this.anchoring.offer(seal(number));
  }

  async check(): Promise<CheckResult | undefined> {
    return (await this.checks.report()).checks['anchors'];
  }

  /** Waits until the newest seal is anchored and the check is up. */
  async untilUp(): Promise<void> {
    await until(async () => (await this.waiting()) === 0 && (await this.check())?.status === 'up');
  }

  async untilDegraded(): Promise<unknown> {
    await until(async () => (await this.check())?.status === 'degraded');
    return (await this.check())?.detail;
  }

  /** The value of the metric; undefined while the node does not lead. */
  async waiting(): Promise<number | undefined> {
    const shown = await this.metrics.registry.getSingleMetricAsString('ready_room_unanchored_seconds');
    const value = /^ready_room_unanchored_seconds\{anchor="\w+"\} (\S+)$/m.exec(shown)?.[1];
    return value === undefined ? undefined : Number(value);
  }

  async stop(): Promise<void> {
    this.over.abort();
    await this.running;
  }
}

let folder: string;
let leading: Leading | undefined;
beforeAll(() => Logger.overrideLogger(false));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ready-room-anchors-'));
});
afterEach(async () => {
  await leading?.stop();
  leading = undefined;
  rmSync(folder, { recursive: true });
});

it('registers no check when no anchor is set', async () => {
  leading = new Leading({});
  leading.offer(1);
  expect(await leading.check()).toBeUndefined();
});

describe('a file', () => {
  const linesOf = (file: string): (number | undefined)[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => parseAnchor(line)?.seal);

  it('receives each seal as a line, and can be moved at any time', async () => {
    const file = join(folder, 'anchors');
    leading = new Leading({ file });
    for (const number of [1, 2]) {
      leading.offer(number);
      await leading.untilUp();
    }
    expect(linesOf(file)).toEqual([1, 2]);
    expect(parseAnchor(readFileSync(file, 'utf8').split('\n')[0]!)).toEqual(seal(1));
    renameSync(file, `${file}.old`);
    leading.offer(3);
    await leading.untilUp();
    expect([linesOf(`${file}.old`), linesOf(file)]).toEqual([[1, 2], [3]]);
  });

  it('receives a seal only once, even if the sealer starts again', async () => {
    const file = join(folder, 'anchors');
    leading = new Leading({ file });
    leading.offer(1);
    await leading.untilUp();
    leading.offer(1);
    await leading.untilUp();
    leading.offer(2);
    await leading.untilUp();
    expect(linesOf(file)).toEqual([1, 2]);
  });

  it('is continued on a new line when its last line is incomplete', async () => {
    const file = join(folder, 'anchors');
    writeFileSync(file, `${JSON.stringify(seal(1))}\n{"log":"pos`);
    leading = new Leading({ file });
    leading.offer(2);
    await leading.untilUp();
    expect(linesOf(file)).toEqual([1, undefined, 2]);
  });

  it('degrades the node while it cannot be written, and then receives the newest seal', async () => {
    const file = join(folder, 'missing', 'anchors');
    leading = new Leading({ file });
    leading.offer(1);
    expect(await leading.untilDegraded()).toBe(
      'The newest seal is not anchored: SEAL_ANCHOR_FILE failed (ENOENT). Retrying every minute.',
    );
    expect(await leading.waiting()).toBeGreaterThan(0);
    leading.offer(2, 3);
    mkdirSync(join(folder, 'missing'));
    await leading.untilUp();
    // a repeated write of the first seal may have begun before the folder existed, and then finds it
    expect([[3], [1, 3]]).toContainEqual(linesOf(file));
  });

  it('does not degrade a node that no longer leads', async () => {
    const file = join(folder, 'missing', 'anchors');
    leading = new Leading({ file });
    leading.offer(1);
    await leading.untilDegraded();
    await leading.stop();
    expect([await leading.check(), await leading.waiting()]).toEqual([{ status: 'up' }, undefined]);
  });
});

describe('a webhook', () => {
  let server: HttpServer;
  let answer: number | 'none';
  const received: {
    method?: string | undefined;
    path?: string | undefined;
    headers: IncomingHttpHeaders;
    body: unknown;
  }[] = [];

  beforeEach(async () => {
    answer = 204;
    received.length = 0;
    server = createHttpServer((request, response) => void reply(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request;
    received.push({ method, path: url, headers, body: JSON.parse(await text(request)) });
    if (answer !== 'none') response.writeHead(answer, { location: '/elsewhere' }).end('{}');
  }

  const address = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}/hooks/secret-path`;
  const lead = (writeWithin?: number): Leading =>
    (leading = new Leading({ webhook: `http://ready-room:s%40fe@${address()}` }, writeWithin));

  it('receives each seal as JSON, with the credentials of its URL', async () => {
    lead().offer(1);
    await leading!.untilUp();
    const [{ method, path, headers, body }] = received as [(typeof received)[number]];
    expect([method, path, body]).toEqual(['POST', '/hooks/secret-path', seal(1)]);
    expect(headers['content-type']).toBe('application/json');
    expect(headers.authorization).toBe(`Basic ${Buffer.from('ready-room:s@fe').toString('base64')}`);
  });

  it.each([503, 301])(
    'degrades the node while it responds with %s, and then receives the newest seal',
    async (status) => {
      answer = status;
      lead().offer(1);
      expect(await leading!.untilDegraded()).toContain(`SEAL_ANCHOR_WEBHOOK failed (status ${status}).`);
      expect(received.every(({ path }) => path === '/hooks/secret-path')).toBe(true);
      leading!.offer(2, 3);
      answer = 200;
      await leading!.untilUp();
      expect(received.at(-1)!.body).toEqual(seal(3));
      expect(received.map(({ body }) => (body as SealAnchor).seal)).not.toContain(2);
    },
  );

  it('degrades the node when it does not respond in time, and does not delay the end of the leadership', async () => {
    answer = 'none';
    lead(100).offer(1);
    expect(await leading!.untilDegraded()).toContain('SEAL_ANCHOR_WEBHOOK failed (no answer within 0.1 s).');
    await leading!.stop();
    lead(60_000).offer(2);
    await until(() => received.some(({ body }) => (body as SealAnchor).seal === 2));
    await leading!.stop();
  });

  it('is named without its URL when it cannot be reached', async () => {
    const webhook = `http://${address()}`;
    server.close();
    leading = new Leading({ webhook });
    leading.offer(1);
    expect(await leading.untilDegraded()).toBe(
      'The newest seal is not anchored: SEAL_ANCHOR_WEBHOOK failed (ECONNREFUSED). Retrying every minute.',
    );
  });
});

describe('syslog', () => {
  const MESSAGE = /^<110>1 2026-11-24T09:30:00\.000Z \S+ ready-room \d+ seal - \{/;
  const received: string[] = [];
  let server: Server | undefined;
  beforeEach(() => {
    received.length = 0;
  });
  afterEach(() => server?.close());

  async function listen(port = 0): Promise<number> {
    server = createServer({ allowHalfOpen: true }, (socket) => {
      void text(socket)
        .then((line) => received.push(line))
        .finally(() => socket.end());
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  it('receives each seal over TCP, framed by its length', async () => {
    leading = new Leading({ syslog: `tcp://127.0.0.1:${await listen()}` });
    leading.offer(1);
    await leading.untilUp();
    const [, length, message] = /^(\d+) (.*)$/s.exec(received[0]!)!;
    expect([received.length, Number(length)]).toEqual([1, Buffer.byteLength(message!)]);
    expect(message).toMatch(MESSAGE);
    expect(parseAnchor(message!)).toEqual(seal(1));
  });

  it('degrades the node while the server is down, and then receives the newest seal', async () => {
    const port = await listen();
    server!.close();
    leading = new Leading({ syslog: `tcp://127.0.0.1:${port}` });
    leading.offer(1);
    expect(await leading.untilDegraded()).toContain('SEAL_ANCHOR_SYSLOG failed (ECONNREFUSED).');
    leading.offer(2);
    await listen(port);
    await leading.untilUp();
    expect(received.map((frame) => parseAnchor(frame)?.seal)).toEqual([2]);
  });

  it('degrades the node when the server does not close the connection', async () => {
    server = createServer((socket) => socket.pause());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    leading = new Leading({ syslog: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}` }, 100);
    leading.offer(1);
    expect(await leading.untilDegraded()).toContain('SEAL_ANCHOR_SYSLOG failed (no answer within 0.1 s).');
  });

  it('receives each seal over UDP', async () => {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const datagram = once(socket, 'message') as Promise<[Buffer]>;
    leading = new Leading({ syslog: `udp://127.0.0.1:${socket.address().port}` });
    leading.offer(1);
    const message = (await datagram)[0].toString();
    socket.close();
    expect(message).toMatch(MESSAGE);
    expect(parseAnchor(message)).toEqual(seal(1));
  });
});
