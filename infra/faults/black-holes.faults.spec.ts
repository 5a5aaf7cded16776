import { setTimeout as pause } from 'node:timers/promises';
import { MailServer } from '../../api/platform/mail/testing/mail-server.js';
import { FaultProxy } from '../../api/testing/fault-proxy.js';
import { until } from '../../api/testing/until.js';
import { type Figure, figure } from '../bench/figure.js';
import { findServer } from '../local-cluster/installed.js';
import { RedisServer } from '../local-cluster/redis-server.js';
import type { PreparedClass } from '../simulate/prepare-class.js';
import { runOutages, recovered, SEVERAL_NODES } from './testing/outages.js';
import type { Breakage } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { Resets } from './testing/resets.js';
import type { ScoreLoad } from './testing/score-load.js';
import { Stage } from './testing/stage.js';
import type { StageNode } from './testing/stage-node.js';
import { untilScores, underFault } from './testing/under-fault.js';

const STUDENTS = 8;
const MAIL_PATIENCE_MS = 50_000;
/** Shorter waits for controls, which lack a protection. */
const SHORT_PATIENCE_MS = 10_000;

const POOL = 'api/platform/database/pool.js';
const withoutTimeLimits: readonly Breakage[] = [
  { file: POOL, from: 'connectedWithinMs = 1_000', to: 'connectedWithinMs = 0' },
  { file: POOL, from: 'query_timeout: 4_500', to: 'query_timeout: 0' },
  { file: 'api/platform/http/fastify-hooks.js', from: 'DEADLINE_MS = 4_000', to: 'DEADLINE_MS = 600_000' },
];
const sendsOnlyByJobs: Breakage = {
  file: 'api/platform/mail/mail-sweep.js',
  from: 'of await this.outbox.due(ROWS_A_TURN)',
  to: 'of []',
};
const withoutRetries: Breakage = {
  file: 'api/platform/mail/mail-delivery.js',
  from: 'await this.outbox.postpone(claimed)',
  to: "await this.outbox.finish(claimed, 'dropped')",
};

const hasRedis = findServer('redis-server') !== undefined;
const mails = new MailServer();
let stage: Stage;
let redis: RedisServer | undefined;
let proxies: Record<'postgres' | 'redis' | 'smtp', FaultProxy>;
let node: StageNode;
let played: PreparedClass;

beforeAll(async () => {
  stage = await Stage.open();
  await mails.start();
  redis = hasRedis ? await RedisServer.start() : undefined;
  proxies = {
    postgres: await FaultProxy.start(stage.databaseUrl),
    redis: await FaultProxy.start(redis?.url ?? stage.databaseUrl),
    smtp: await FaultProxy.start(mails.url),
  };
  const { postgres, smtp } = proxies;
  node = await stage.node('all', {
    DATABASE_URL: postgres.through(stage.databaseUrl),
    DATABASE_ADMIN_URL: postgres.through(stage.adminUrl),
    SMTP_URL: smtp.through(mails.url),
    ...(redis && { REDIS_URL: proxies.redis.through(redis.url) }),
  });
  await node.start();
  played = await stage.class(node.url, STUDENTS);
}, 180_000);
afterAll(async () => {
  for (const proxy of Object.values(proxies ?? {})) await proxy.heal();
  await stage?.close();
  for (const proxy of Object.values(proxies ?? {})) await proxy.close();
  await redis?.stop();
  await mails.stop();
}, 60_000);

/** Lets the class play during an outage. */
const whilePlaying = (work: (load: ScoreLoad) => Promise<readonly Figure[]>): Promise<Figure[]> =>
  underFault({ url: node.url, databaseUrl: stage.databaseUrl, played }, async (load) => {
    await untilScores(load, SEVERAL_NODES);
    return work(load);
  });

fault('PostgreSQL: slow, refused, silent, mute, cut', () => withoutPostgres(), {
  name: 'nothing has a time limit',
  measure: () => stage.insteadOf(node, withoutTimeLimits, silentPostgres),
});

const withoutPostgres = (): Promise<Figure[]> =>
  whilePlaying((load) => runOutages(proxies.postgres, load, { url: node.url, played }));

const silentPostgres = (): Promise<Figure[]> =>
  whilePlaying(async (load) => {
    proxies.postgres.silence();
    await pause(6_000);
    await proxies.postgres.heal();
    // Requests without a time limit would wait forever, and the test with them.
    proxies.postgres.cut();
    return [figure('longest recovery', await recovered(load), 's', { atMost: 15 })];
  });

/** Limit of reset requests per user and hour. */
const emails = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, nth) => `student${String(from + nth + 1).padStart(2, '0')}@demo.example`);

fault('the mail server: refused, silent, lost after it accepted a mail', () => withoutMail(), {
  name: 'mails are not retried',
  measure: () => stage.insteadOf(node, [withoutRetries], mailRefused),
});

async function withoutMail(): Promise<Figure[]> {
  const { smtp } = proxies;
  const resets = new Resets(node.url, mails);
  const played = await whilePlaying(async (load) => {
    await smtp.refuse();
    await resets.requestResets(emails(0, 6));
    await pause(2_000);
    await smtp.heal();
    smtp.silence();
    await resets.requestResets(emails(6, 12));
    await pause(4_000);
    const slowest = await recovered(load);
    await smtp.heal();
    // The next mail is accepted, but the confirmation never arrives.
    let lost = 0;
    mails.onMail = async () => {
      if (lost === 0) smtp.mute();
      lost += 1;
    };
    await resets.requestResets(emails(12, 13));
    await until(() => lost > 0);
    await smtp.heal();
    return [figure(`${SEVERAL_NODES} scores meanwhile`, slowest, 's', { atMost: 5 })];
  });
  await resets.arrived(MAIL_PATIENCE_MS);
  // A mail without a confirmation is sent again, and must be the same mail.
  await pause(16_000);
  // All mails in progress when the responses stopped.
  return [...resets.figures(5), ...played];
}

async function mailRefused(): Promise<Figure[]> {
  const resets = new Resets(node.url, mails);
  await proxies.smtp.refuse();
  await resets.requestResets(emails(14, 18));
  await pause(3_000);
  await proxies.smtp.heal();
  await resets.arrived(SHORT_PATIENCE_MS);
  return resets.figures();
}

(hasRedis ? describe : describe.skip)(hasRedis ? 'with jobs in Redis' : 'jobs in Redis (needs redis-server)', () => {
  fault('Redis: refused, silent', () => withoutRedis(MAIL_PATIENCE_MS), {
    name: 'mails are sent by jobs only',
    measure: () => stage.insteadOf(node, [sendsOnlyByJobs], () => withoutRedis(SHORT_PATIENCE_MS)),
  });
});

async function withoutRedis(patienceMs: number): Promise<Figure[]> {
  const resets = new Resets(node.url, mails);
  const { redis } = proxies;
  const played = await whilePlaying(async (load) => {
    await redis.refuse();
    await resets.requestResets(emails(18, 22));
    await pause(2_000);
    await redis.heal();
    redis.silence();
    await resets.requestResets(emails(22, 26));
    await pause(4_000);
    await redis.heal();
    return [figure(`${SEVERAL_NODES} scores afterwards`, await recovered(load), 's', { atMost: 5 })];
  });
  await resets.arrived(patienceMs);
  return [...resets.figures(), ...played];
}
