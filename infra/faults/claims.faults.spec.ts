import { randomUUID } from 'node:crypto';
import { withClient } from '../../api/platform/database/postgres-roles.js';
import { until } from '../../api/testing/until.js';
import { type Figure, figure } from '../bench/figure.js';
import type { Breakage } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { registers } from './testing/registrations.js';
import { Stage } from './testing/stage.js';
import type { StageNode } from './testing/stage-node.js';
import { queryNumber } from './testing/under-fault.js';
import { ClockedNode } from './testing/wall-clock.js';

const AHEAD_MS = 20 * 60_000;
const NAMES = 3;

const HANDLING = 'api/platform/eventsourcing/command-handling.js';
const CLAIMS = 'api/platform/eventsourcing/claims.js';
const TABLE = 'api/platform/eventsourcing/claim-table.js';
const EXTENSION = 'await claims?.extend();';

/** These builds wait in the moment in which their process is suspended. They lack no protection. */
const slowBeforeExtension: Breakage = {
  file: HANDLING,
  from: EXTENSION,
  to: `if (claims) await delay(3_000); ${EXTENSION}`,
};
/** Waits before the extension too, so that `untilHeld` sees when the claims expire without it. */
const slowAfterExtension: Breakage = {
  file: HANDLING,
  from: EXTENSION,
  to: `if (claims) await delay(1_000); ${EXTENSION} if (claims) await delay(3_000);`,
};
/** Sweeps twice a second instead of once a minute. */
const sweepsOften: Breakage = {
  file: 'api/platform/eventsourcing/claims-sweep.js',
  from: 'const EVERY_MS = 60_000;',
  to: 'const EVERY_MS = 500;',
};

const neverExtends: Breakage = { file: CLAIMS, from: 'if (lost.length > 0)', to: 'if (false)' };
const neverCompensates: Breakage = { file: CLAIMS, from: 'if (lost.length === 0)', to: 'if (true)' };
const expiresByItsOwnClock: readonly Breakage[] = [
  {
    file: TABLE,
    from: 'expires_at < clock_timestamp() and (',
    to: 'expires_at < to_timestamp(${Date.now() / 1_000}) and (',
  },
  { file: TABLE, from: ' and expires_at < clock_timestamp()"', to: '"' },
];

let stage: Stage;
/** The node that is suspended, and the one that serves meanwhile. */
let suspended: StageNode;
let other: ClockedNode;

beforeAll(async () => {
  stage = await Stage.open();
  suspended = await stage.node('suspended');
  other = await ClockedNode.make(stage, 'other', { ROLES: 'http' });
}, 120_000);
afterAll(() => stage?.close(), 60_000);

fault(
  'registrations of a node that is suspended until their claims have expired',
  async () => [
    ...(await late('before the extension', [slowBeforeExtension])),
    ...(await late('after the extension', [slowAfterExtension])),
  ],
  {
    name: 'lost claims are not noticed',
    measure: () => late('after the extension', [slowAfterExtension, neverExtends, neverCompensates]),
  },
);

fault('registrations beside a node whose clock steps 20 minutes ahead', () => beside([sweepsOften]), {
  name: 'claims expire by the clock of the node',
  measure: () => beside([sweepsOften, ...expiresByItsOwnClock]),
});

/** A node is suspended in the middle of registrations. Meanwhile their claims expire, and others register the names. */
async function late(moment: string, breakages: readonly Breakage[]): Promise<Figure[]> {
  const { suspendedWon, othersWon, shared } = await contend(breakages, [sweepsOften], async () => {
    await withClient(stage.databaseUrl, (client) =>
      client.query("update plain.claims set expires_at = expires_at - interval '11 minutes'"),
    );
    await until(async () => (await pending()).length === 0);
  });
  return [
    figure(`suspended ${moment}: late registrations accepted`, suspendedWon, `of ${NAMES}`, { atMost: 0 }),
    figure(`suspended ${moment}: others accepted`, othersWon, `of ${NAMES}`, { atLeast: NAMES }),
    figure(`suspended ${moment}: names of two accounts`, shared, 'names', { atMost: 0 }),
  ];
}

/** A node is suspended in the middle of registrations. The clock of another one steps ahead, by which their claims have expired. */
async function beside(ofOther: readonly Breakage[]): Promise<Figure[]> {
  const { suspendedWon, othersWon, shared } = await contend([slowBeforeExtension], ofOther, async () => {
    other.step(AHEAD_MS);
    const since = performance.now();
    await until(async () => (await pending()).length === 0 || performance.now() - since > 2_000);
  });
  return [
    figure('registrations accepted', suspendedWon, `of ${NAMES}`, { atLeast: NAMES }),
    figure('others accepted', othersWon, `of ${NAMES}`, { atMost: 0 }),
    figure('names of two accounts', shared, 'names', { atMost: 0 }),
  ];
}

interface Contest {
  readonly suspendedWon: number;
  readonly othersWon: number;
  /** User names that two accounts have. */
  readonly shared: number;
}

/** Registers names on both nodes: first on the one that is suspended until the other has answered. */
async function contend(
  ofSuspended: readonly Breakage[],
  ofOther: readonly Breakage[],
  meanwhile: () => Promise<void>,
): Promise<Contest> {
  other.set(0);
  await suspended.start(stage.broken(...ofSuspended));
  await other.node.start(stage.broken(...ofOther));
  const since = await queryNumber(stage.databaseUrl, NEWEST);
  const names = Array.from({ length: NAMES }, () => `cadet.${randomUUID().slice(0, 13)}`);
  try {
    const first = names.map((name) => registers(suspended, name));
    await untilHeld(ofSuspended.includes(slowAfterExtension));
    process.kill(suspended.pid, 'SIGSTOP');
    let second: boolean[];
    try {
      await meanwhile();
      second = await Promise.all(names.map((name) => registers(other.node, name)));
    } finally {
      process.kill(suspended.pid, 'SIGCONT');
    }
    const won = (answers: readonly boolean[]) => answers.filter(Boolean).length;
    const suspendedWon = won(await Promise.all(first));
    const shared = await queryNumber(stage.databaseUrl, SHARED_NAMES, [since]);
    return { suspendedWon, othersWon: won(second), shared };
  } finally {
    await Promise.all([suspended.stop(), other.node.stop()]);
  }
}

/** Waits until the claims of all names are pending, or until each of them has been extended. */
async function untilHeld(andExtended: boolean): Promise<void> {
  const firstExpiry = new Map<string, number>();
  await until(async () => {
    const claims = await pending();
    for (const { hmac, expiry } of claims) if (!firstExpiry.has(hmac)) firstExpiry.set(hmac, expiry);
    const isExtended = claims.every(({ hmac, expiry }) => expiry > firstExpiry.get(hmac)!);
    return claims.length === NAMES * CLAIMS_OF_ACCOUNT && (isExtended || !andExtended);
  });
}

/** An account claims its user name and its e-mail address. */
const CLAIMS_OF_ACCOUNT = 2;

const pending = () =>
  withClient(stage.databaseUrl, async (client) => {
    const { rows } = await client.query<{ hmac: string; expiry: number }>(
      "select hmac::text, extract(epoch from expires_at)::float8 as expiry from plain.claims where state = 'pending'",
    );
    return rows;
  });

const NEWEST = 'select coalesce(max(position), 0) as n from log.events';
const SHARED_NAMES = `
  select count(*) as n from (
    select from log.events registered
    where type = 'UserRegistered' and position > $1
      and not exists (select from log.events d where d.stream = registered.stream and d.type = 'UserDeleted')
    group by data ->> 'usernameHmac' having count(*) > 1) as shared`;
