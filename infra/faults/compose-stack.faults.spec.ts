import { jest } from '@jest/globals';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, figure } from '../bench/figure.js';
import { say } from '../local-cluster/testing/on-cluster.js';
import type { Account } from '../simulate/accounts.js';
import { MadeAccounts } from '../simulate/made-accounts.js';
import { NO_STEPS } from '../simulate/steps.js';
import { BASE, changeReadModel, ComposeStack, lastingServices } from './testing/compose-stack.js';
import { DockerEngine, withEngine } from './testing/docker-engine.js';
import { prove } from './testing/fault.js';
import { figuresOf } from './testing/figures-of-class.js';
import { makeStandIns } from './testing/stand-in-images.js';
import { WatchedClass } from './testing/watched-class.js';

/** Time limit to create and build images on a busy machine. */
jest.setTimeout(1_200_000);

const STUDENTS = 12;
/** Duration of a cut or a pause: longer than the lease of a leader, shorter than clients retry. */
const HOLD_MS = 25_000;
const HOLD_SECONDS = HOLD_MS / 1_000;
/** Time that a restarted process of the platform needs on a busy machine. */
const SOON = 40;
/** A node that cannot read the log disconnects its watchers after five seconds, and they reconnect within two. */
const CUT_OFF = 15;
const SERVICES = lastingServices([BASE]);
const PASSWORD = 'ChosenAtTheFirstSignIn1#';
const [FIRST, NEXT] = ['drill-1', 'drill-2'];
const REDIS = 'docker-compose.redis.yml';
const KURRENTDB = 'docker-compose.kurrentdb.yml';

withEngine('the compose files in an engine', () => {
  let engine: DockerEngine;
  let stack: ComposeStack;
  let admin: Account;
  let played: WatchedClass;
  const acknowledged: string[] = [];

  beforeAll(async () => {
    engine = await DockerEngine.start();
    if (engine.needsStandIns) await makeStandIns(engine);
    stack = await ComposeStack.install(engine);
    await stack.build(FIRST);
  });
  afterAll(async () => {
    try {
      await played?.end().catch(() => undefined);
      await stack?.remove();
    } finally {
      await engine?.stop();
    }
  });

  /** Causes a fault while the class plays, and measures until every container is healthy and results are shown again. */
  async function through(name: string, harm: () => Promise<void>, atMostSeconds = SOON): Promise<void> {
    say(name);
    expect(played).toBeDefined();
    const began = performance.now();
    const figures = await played.through(harm, atMostSeconds);
    await stack.healthy();
    prove(name, [...figures, upWithin(began)]);
  }

  it('starts as docs/operations.md describes', async () => {
    const began = performance.now();
    await stack.compose('up', '-d', '--wait');
    prove('first start of the containers', [upWithin(began)]);
  });

  it('lets the first administrator choose a password, and a class start', async () => {
    admin = await chooseAdministrator(stack);
    played = await startClass();
  });

  it.each(SERVICES)('loses nothing when %s is killed', (service) =>
    through(`kill -9 of ${service}`, () => stack.kill(service)),
  );

  it('loses nothing when all containers are killed at once', () =>
    through('kill -9 of every container at once', () => stack.kill(...SERVICES), 60));

  it.each(['http-1', 'http-2'])('loses nothing while %s is cut off from the database', (node) =>
    through(
      `${node} cut off from the database for ${HOLD_SECONDS} s`,
      async () => {
        await stack.cutOff(node);
        await pause(HOLD_MS);
        await stack.reconnect(node);
      },
      CUT_OFF,
    ),
  );

  // One after the other, so that one of them leads when it is paused.
  it.each(['worker-1', 'worker-2'])('loses nothing while %s is paused', (worker) =>
    through(`${worker} paused for ${HOLD_SECONDS} s`, () => paused(worker)),
  );

  it('loses nothing while the database is paused', () =>
    through(`PostgreSQL paused for ${HOLD_SECONDS} s`, () => paused('postgres'), HOLD_SECONDS + SOON));

  it('upgrades as docs/operations.md describes, to a release with another read model', () =>
    through('upgrade', async () => {
      await stack.cli('backup', '/backups/before-upgrade', '--keys', '/backups/before-upgrade.keys');
      const version = changeReadModel(stack.folder);
      await stack.build(NEXT);
      await stack.compose('up', '--no-deps', '--exit-code-from', 'migrate', 'migrate');
      await stack.compose('up', '-d', '--no-deps', '--wait', 'web');
      await stack.compose('up', '-d', '--no-deps', 'http-1');
      await stack.compose('up', '-d', '--no-deps', '--wait', 'worker-1', 'worker-2');
      await stack.compose('up', '-d', '--no-deps', '--wait', 'http-1');
      await stack.compose('up', '-d', '--wait');
      expect(await stack.query("select live_version from plain.projections where name = 'rosters'")).toEqual([
        `${version}`,
      ]);
    }));

  it('adds Redis by an overlay, loses nothing when Redis is killed, and removes it again', async () => {
    const up = async (): Promise<void> => void (await stack.compose('up', '-d', '--wait', '--remove-orphans'));
    stack.layOver(REDIS);
    await through('Redis added by its overlay', up);
    await through('kill -9 of redis', () => stack.kill('redis'));
    stack.layOver();
    await through('Redis removed', up);
  });

  it('has shown every acknowledged result and stored it once', async () => {
    await endClass('the class during all faults');
    await expectStoredOnce('log and read models after all faults');
  });

  it('is restored from a backup into an emptied volume, and continues', async () => {
    const files = ['/backups/whole', '--keys', '/backups/whole.keys'];
    await stack.cli('backup', ...files);
    expect(await stack.cli('restore', ...files, '--check')).toContain('is complete');
    const began = performance.now();
    await stack.down();
    await stack.removeVolume('postgres');
    await stack.compose('up', '-d', '--wait', 'postgres');
    await stack.compose('run', '--rm', '-T', '--no-deps', 'cli', 'restore', ...files);
    await stack.compose('up', '-d', '--wait');
    prove('restore into an emptied volume', [upWithin(began)]);
    await expectStoredOnce('log and read models after the restore');
    played = await startClass();
    await endClass('the class after the restore');
    await expectStoredOnce('log and read models at the end');
    expect(await stack.cli('audit', 'verify')).toContain('are unchanged since they were sealed');
  });

  it('accepts the overlay of KurrentDB', async () => {
    stack.layOver(KURRENTDB, REDIS);
    expect(await stack.compose('config', '--services')).toContain('kurrentdb');
    stack.layOver();
  });

  it('stops with exit code 0 within its time limit', async () => {
    const began = performance.now();
    await stack.compose('stop');
    const nodes = ['http-1', 'http-2', 'worker-1', 'worker-2', 'postgres'];
    const codes = await Promise.all(nodes.map((node) => stack.exitCode(node)));
    expect(codes).toEqual(nodes.map(() => 0));
    prove('stop', [figure('stopped after', secondsSince(began), 's', { atMost: 120 })]);
  });

  async function paused(service: string): Promise<void> {
    await stack.pause(service);
    await pause(HOLD_MS);
    await stack.unpause(service);
  }

  async function startClass(): Promise<WatchedClass> {
    const file = join(stack.folder, 'simulated-accounts.json');
    const accounts = await MadeAccounts.provide(stack.url, admin, STUDENTS, file, NO_STEPS);
    return WatchedClass.start(stack.url, accounts);
  }

  async function endClass(name: string): Promise<void> {
    const result = await played.end();
    acknowledged.push(...played.acknowledged);
    prove(name, figuresOf(result));
  }

  /** Compares the log and the read model of attempts with the acknowledged results: each one once, and no others. */
  async function expectStoredOnce(name: string): Promise<void> {
    const log = await stack.query("select data ->> 'attemptId' from log.events where type = 'ScoreSubmitted'");
    const read = await stack.query('select attempt_id from read.attempts');
    const said = await stack.cli('projections', 'verify');
    prove(name, [
      figure('acknowledged', acknowledged.length, 'scores', { atLeast: 1 }),
      ...comparison('the log', log),
      ...comparison('the read model', read),
      figure('read models that differ from the log', said.match(/^DIFFERS /gm)?.length ?? 0, '', { atMost: 0 }),
      figure('read models that are the same', said.match(/^same /gm)?.length ?? 0, '', { atLeast: 1 }),
    ]);
  }

  function comparison(where: string, stored: readonly string[]): Figure[] {
    const [expected, found] = [new Set(acknowledged), new Set(stored)];
    const missing = acknowledged.filter((id) => !found.has(id)).length;
    const unknown = [...found].filter((id) => !expected.has(id)).length;
    return [
      figure(`missing from ${where}`, missing, 'scores', { atMost: 0 }),
      figure(`doubled in ${where}`, stored.length - found.size, 'scores', { atMost: 0 }),
      figure(`in ${where} without an acknowledgement`, unknown, 'scores', { atMost: 0 }),
    ];
  }
});

const secondsSince = (began: number): number => (performance.now() - began) / 1_000;

const upWithin = (began: number): Figure =>
  figure('until every container was healthy', secondsSince(began), 's', { atMost: 240 });

/** Signs in with the initial password of the secrets, which must be replaced. */
async function chooseAdministrator(stack: ComposeStack): Promise<Account> {
  const username = 'admin';
  const call = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${stack.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const refused = await call('auth/session', { username, password: stack.secret('bootstrap_admin_password') });
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'PASSWORD_RESET_PENDING' }),
  ]);
  const proof = { 'x-reset-proof': refused.headers.get('x-reset-proof') ?? '' };
  const choice = { username, password: PASSWORD, passwordConfirmation: PASSWORD };
  const chosen = await call(`users/passwordResets/${username}`, choice, proof);
  expect([chosen.status, await chosen.text()]).toEqual([204, '']);
  return { username, password: PASSWORD, role: 'SystemAdmin' };
}
