import type { HttpAdapterHost } from '@nestjs/core';
import { until } from '../../../testing/until.js';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.js';
import { inTransaction } from '../../database/transaction.js';
import { withClient } from '../../database/postgres-roles.js';
import { testConfig } from '../../http/testing/test-http-application.js';
import { Metrics } from '../../ops/metrics.js';
import { ReadinessChecks } from '../../ops/readiness-checks.js';
import type { Log } from '../log.js';
import type { LeaderTask } from '../projecting/leader.js';
import type { Leadership } from '../projecting/leadership.js';
import { Fenced } from '../projecting/checkpoints.js';
import { LEADER_LEASE, Lease } from '../projecting/lease.js';
import { mayRedact, redactEvents, type RedactionRule } from '../redacting.js';
import { openNode, type PostgresNode } from '../testing/postgres-node.js';
import { sampleEvent, sampleEvents } from '../testing/sample-events.js';
import { postgresDigests } from './event-digests.js';
import { LogSealing } from './log-sealing.js';
import type { Seal } from './seal.js';
import { anchorOf } from './seal-anchor.js';
import { SealAnchoring } from './seal-anchoring.js';
import { runSealer } from './sealer.js';
import { verifyAnchors } from './verify-anchors.js';
import { verifyChain } from './verify-chain.js';

const KEY = 'the key of the tests';
let database: TestDatabase;
let node: PostgresNode;
let leaderEpoch: bigint;

beforeEach(async () => {
  database = await createTestDatabase();
  node = await openNode(database.appUrl);
  leaderEpoch = (await new Lease(node.pool, LEADER_LEASE, 'the tests').acquire())!;
});
afterEach(async () => {
  await node.close();
  await database.drop();
});

const streams = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Appends one event to each stream, in separate transactions. */
async function append(names: readonly string[], version = 0): Promise<void> {
  for (const name of names)
    await node.store.appendToStream(`sample-${name}`, version === 0 ? 'no-stream' : version - 1, [sampleEvent()]);
}

/** Seals until the chain contains this many events. */
async function sealUntil(total: number, epoch = leaderEpoch, enough = new AbortController()): Promise<Seal[]> {
  const seals: Seal[] = [];
  const onSealed = (seal: Seal): void => {
    seals.push(seal);
    if (seal.total >= total) enough.abort();
  };
  const onError = (error: unknown): void => {
    enough.abort();
    throw error;
  };
  await runSealer(
    { pool: node.pool, digests: postgresDigests(node.pool), key: KEY, onSealed, onError, sealAfterMs: 0 },
    epoch,
    enough.signal,
  );
  return seals;
}

/** Creates a log with two seals: of events 1 to 3, and of 4 to 7. */
async function sealedLog(): Promise<void> {
  await append(streams.slice(0, 3));
  await sealUntil(3);
  await append(streams.slice(3));
  await sealUntil(7);
}

/** Changes the log as a superuser with disabled triggers. */
const tamper = (text: string): Promise<unknown> =>
  withClient(database.superuserUrl, async (client) => {
    await client.query('set session_replication_role = replica');
    const { rowCount } = await client.query(text);
    expect(rowCount).toBeGreaterThan(0);
  });

const verify = () => verifyChain(node.pool, postgresDigests(node.pool), [KEY]);

/** Compares the lines of an anchor file with the chain. */
const compare = (...lines: string[]) =>
  verifyAnchors(
    node.pool,
    (async function* () {
      yield* lines;
    })(),
  );
const lineOf = (seal: Seal): string => JSON.stringify(anchorOf('postgres', seal));

async function idOf(stream: string): Promise<string> {
  return (await node.store.readStream(`sample-${stream}`))[0]!.eventId;
}

it('finds no fault in an unchanged log', async () => {
  await sealedLog();
  await append(['a'], 1);
  expect(await verify()).toMatchObject({ seals: 2, sealedEvents: 7, unsealedEvents: 1, fault: null });
});

describe('after a change by a superuser, the verification names', () => {
  beforeEach(sealedLog);

  it.each([
    ['data', `data = '{"score": 1000}'`],
    ['metadata', `metadata = jsonb_set(metadata, '{actorId}', '"somebody else"')`],
    ['type', `type = 'Renamed'`],
    ['recorded_at', `recorded_at = recorded_at + interval '1 microsecond'`],
    ['version', `version = 1`],
  ])('an event with changed %s', async (_, change) => {
    await tamper(`update log.events set ${change} where stream in ('sample-e', 'sample-g')`);
    const { seals, fault } = await verify();
    expect(seals).toBe(1);
    expect(fault).toMatch(/^Seal 2 \(1\.\d+\.\d+ to 1\.\d+\.\d+\): event number 5 was changed: /);
    expect(fault).toContain(`event ${await idOf('e')} (sample-e, version `);
  });

  it('a deleted event', async () => {
    const id = await idOf('e');
    await tamper(`delete from log.events where stream = 'sample-e'`);
    expect((await verify()).fault).toMatch(
      new RegExp(`: event number 5 is missing: event ${id}, which was after event ${await idOf('d')} `),
    );
  });

  it('an inserted event', async () => {
    await tamper(
      `insert into log.events
         (epoch, version, transaction_id, position, recorded_at, event_id, stream, type, data, metadata)
       overriding system value
       select epoch, 0, transaction_id, position + 1, recorded_at, gen_random_uuid(), 'sample-new', type, data, metadata
       from log.events where stream = 'sample-e'`,
    );
    expect((await verify()).fault).toMatch(
      new RegExp(`: event number 6 was added after the seal: event ${await idOf('new')} \\(sample-new`),
    );
  });

  it('a reordered event', async () => {
    await tamper(
      `update log.events set transaction_id = (select transaction_id from log.events where stream = 'sample-g')
       where stream = 'sample-e'`,
    );
    expect((await verify()).fault).toMatch(
      new RegExp(
        `: event number 5 was moved from its place after event ${await idOf('d')} .*: event ${await idOf('e')} `,
      ),
    );
  });

  it('the newest event after a truncation', async () => {
    const id = await idOf('g');
    await tamper(`delete from log.events where stream = 'sample-g'`);
    expect((await verify()).fault).toMatch(new RegExp(`: event number 7 is missing: event ${id}, `));
  });
});

describe('a redacted event', () => {
  const subjectId = '0198c0de-00a1-7000-8000-000000000001';
  const rule: RedactionRule = {
    type: 'Sampled',
    subject: 'userId',
    redact: (data) => ('typed' in data && data.typed !== '' ? { ...data, typed: '' } : null),
  };
  const redact = (auditKey = KEY, url = database.adminUrl) =>
    withClient(url, (client) => redactEvents(client, rule, [subjectId], { auditKey, reason: 'erased' }));

  beforeEach(async () => {
    for (const name of ['x', 'y'])
      await node.store.appendToStream(`sample-${name}`, 'no-stream', [
        sampleEvent({ userId: subjectId, typed: 'Ada' }),
      ]);
    await append(streams.slice(0, 3));
    await sealUntil(5);
  });

  it('is accepted and reported with its signed record, and loses only the redacted text', async () => {
    expect(await redact()).toBe(2);
    const [stored] = await node.store.readStream('sample-x');
    expect(stored!.data).toEqual({ userId: subjectId, typed: '' });
    const { fault, sealedEvents, redactions } = await verify();
    expect({ fault, sealedEvents }).toEqual({ fault: null, sealedEvents: 5 });
    expect(redactions.map(({ eventId, reason }) => ({ eventId, reason }))).toEqual(
      expect.arrayContaining([{ eventId: stored!.eventId, reason: 'erased' }]),
    );
    expect(await redact()).toBe(0);
  });

  it('is accepted when it was redacted before it was sealed', async () => {
    await node.store.appendToStream('sample-z', 'no-stream', [sampleEvent({ userId: subjectId, typed: 'Ada' })]);
    expect(await redact()).toBe(3);
    await sealUntil(6);
    expect(await verify()).toMatchObject({ fault: null, sealedEvents: 6 });
  });

  it.each([
    ['was changed again', `update log.events set data = '{"typed":"Eve"}' where stream = 'sample-x'`],
    ['has lost its record', `delete from log.redactions`],
    ['has a changed record', `update log.redactions set reason = 'because'`],
  ])('is reported as changed when it %s', async (_, change) => {
    await redact();
    await tamper(change);
    expect((await verify()).fault).toMatch(/event number 1 was changed: event .* \(sample-x/);
  });

  it('is reported as changed when another key has signed its record', async () => {
    await redact('another key');
    expect((await verify()).fault).toMatch(/event number 1 was changed/);
  });

  it('does not hide a change of another event in the same seal', async () => {
    await redact();
    await tamper(`update log.events set data = '{"score":1}' where stream = 'sample-b'`);
    expect((await verify()).fault).toMatch(/event number 4 was changed: event .* \(sample-b/);
  });

  it('is reported when its record is forged, even if the event is unchanged', async () => {
    await tamper(
      `insert into log.redactions
       select event_id, 'old', 'new', event_id, 'why', now(), 'signed' from log.events where stream = 'sample-a'`,
    );
    expect((await verify()).fault).toMatch(/^The record that event .* was redacted is not signed with any AUDIT_KEY/);
  });

  it('cannot be created by the application’s role, which cannot change the log', async () => {
    expect(await mayRedact(database.appUrl)).toBe(false);
    expect(await mayRedact(database.adminUrl)).toBe(true);
    await expect(redact(KEY, database.appUrl)).rejects.toThrow(/permission denied for function redact_event/);
    await withClient(database.appUrl, async (client) => {
      await client.query("set ready_room.redacting = 'on'");
      await expect(client.query("update log.events set data = '{}'")).rejects.toThrow(/permission denied/);
      await expect(client.query('delete from log.redactions')).rejects.toThrow(/permission denied/);
    });
    await withClient(database.adminUrl, async (client) => {
      await expect(client.query("update log.events set data = '{}'")).rejects.toThrow(/append-only/);
    });
  });
});

describe('after a change of the seals, the verification names', () => {
  beforeEach(sealedLog);

  it('a rewritten seal', async () => {
    await tamper(`update log.seals set head = sha256('anything') where number = 1`);
    expect((await verify()).fault).toBe('Seal 1 was changed, or signed with another AUDIT_KEY.');
  });

  it('a missing seal', async () => {
    await tamper('delete from log.seals where number = 1');
    expect((await verify()).fault).toBe('Seal 1 is missing.');
  });

  it('a truncated chain, by comparison with its anchor', async () => {
    await append(['a'], 1);
    const anchor = lineOf((await sealUntil(8))[0]!);
    expect((await compare(anchor)).fault).toBeNull();
    await tamper('delete from log.seals where number = 3');
    await tamper(`delete from log.events where stream = 'sample-a' and version = 1`);
    expect((await verify()).fault).toBeNull();
    expect((await compare(anchor)).fault).toBe('Seal 3 is missing, the chain ends at 2: the chain was truncated.');
    await append(['a'], 1);
    await sealUntil(8);
    expect((await verify()).fault).toBeNull();
    expect((await compare(anchor)).fault).toMatch(/^Seal 3 differs from its anchor/);
  });
});

describe('an anchor file', () => {
  let seals: Seal[];
  beforeEach(async () => {
    await append(streams.slice(0, 3));
    seals = await sealUntil(3);
    await append(streams.slice(3));
    seals.push(...(await sealUntil(7)));
  });

  it('matches the chain, whatever else its lines contain', async () => {
    const [first, second] = seals.map(lineOf) as [string, string];
    const { anchors, skippedLines, newest, fault } = await compare(
      `<110>1 2026-11-24T09:30:00.000Z host ready-room 7 seal - ${first}`,
      '',
      '{"log":"pos',
      `{"level":30,"time":1,"msg":"the log was sealed",${second.slice(1)}`,
      second,
    );
    expect({ anchors, skippedLines, newest: newest?.seal, fault }).toEqual({
      anchors: 3,
      skippedLines: 1,
      newest: 2,
      fault: null,
    });
  });

  it('names the first seal that differs, however many match', async () => {
    const [first, second] = seals.map(lineOf) as [string, string];
    const forged = first.replace(/"head":"(.)/, (_, digit) => `"head":"${digit === '0' ? 1 : 0}`);
    const many = Array.from({ length: 2_500 }, () => second);
    expect((await compare(...many)).fault).toBeNull();
    expect((await compare(...many, forged)).fault).toMatch(/^Seal 1 differs from its anchor/);
    expect((await compare(forged, ...many)).fault).toMatch(/^Seal 1 differs from its anchor/);
    expect((await compare(first.replace('postgres', 'another'))).fault).toMatch(
      /^Seal 1 is missing, the chain ends at 0/,
    );
  });

  it('begins with the stored seal when a sealer starts, and continues with each new one', async () => {
    await append(['a'], 1);
    const offered: [number, string][] = [];
    const enough = new AbortController();
    const options = {
      pool: node.pool,
      digests: postgresDigests(node.pool),
      key: KEY,
      onSealed: () => enough.abort(),
      onNewest: ({ number }: Seal, log: string) => void offered.push([number, log]),
      onError: () => enough.abort(),
      sealAfterMs: 0,
    };
    await runSealer(options, leaderEpoch, enough.signal);
    expect(offered).toEqual([
      [2, 'postgres'],
      [3, 'postgres'],
    ]);
  });
});

it('measures the age of unsealed events from the newest seal when the leader changes', async () => {
  await append(['a']);
  await sealUntil(1);
  await tamper("update log.seals set sealed_at = sealed_at - interval '1 hour'");
  await append(['b']);
  const metrics = new Metrics();
  let seal: LeaderTask;
  void new LogSealing(
    node.pool,
    { digests: postgresDigests(node.pool) } as Log,
    testConfig(),
    {} as HttpAdapterHost,
    new SealAnchoring(testConfig(), metrics, new ReadinessChecks(metrics)),
    { addTask: (task) => (seal = task) } as Pick<Leadership, 'addTask'> as Leadership,
    metrics,
  );
  const over = new AbortController();
  const sealing = seal!(leaderEpoch, over.signal);
  await until(async () => {
    const text = await metrics.registry.getSingleMetricAsString('ready_room_unsealed_seconds');
    return Number(/^ready_room_unsealed_seconds (\S+)$/m.exec(text)?.[1]) > 3_599;
  });
  over.abort();
  await sealing;
});

it('continues the chain in the new epoch after a restore', async () => {
  await append(['a']);
  await sealUntil(1);
  await withClient(database.superuserUrl, (client) => client.query('insert into log.epochs values (2, 1)'));
  await append(['b']);
  const [seal] = await sealUntil(2);
  expect(seal).toMatchObject({ number: 2, first: { epoch: 2 } });
  expect((await verify()).fault).toBeNull();
});

it('allows only the leader to seal, and keeps one chain when two nodes believe that they lead', async () => {
  await append(['a', 'b']);
  await node.pool.query('update plain.leases set epoch = epoch + 1');
  await expect(sealUntil(2)).rejects.toThrow(Fenced);
  expect((await verify()).seals).toBe(0);
  const both = new AbortController();
  const results = await Promise.allSettled([1, 2].map(() => sealUntil(2, leaderEpoch + 1n, both)));
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await verify()).toMatchObject({ seals: 1, sealedEvents: 2, fault: null });
});

it('does not scan the whole log when no event is new', async () => {
  for (const name of ['a', 'b', 'c'])
    await node.store.appendToStream(`sample-${name}`, 'no-stream', sampleEvents(1_000));
  const newest = (await sealUntil(3_000)).at(-1)!.last;
  await inTransaction(node.pool, async (client) => {
    expect(await postgresDigests(client).countSettled(newest, 10)).toBe(0);
    const { rows } = await client.query(
      "select seq_scan::integer from pg_stat_xact_user_tables where schemaname = 'log' and relname = 'events'",
    );
    expect(rows).toEqual([{ seq_scan: 0 }]);
  });
});

it('does not let the application change or remove a seal', async () => {
  await sealedLog();
  await expect(node.pool.query('update log.seals set events = 1')).rejects.toThrow(/permission denied/);
  await expect(node.pool.query('delete from log.seals')).rejects.toThrow(/permission denied/);
  await expect(
    withClient(database.superuserUrl, (client) => client.query('delete from log.seals where number = 2')),
  ).rejects.toThrow(/append-only/);
});
