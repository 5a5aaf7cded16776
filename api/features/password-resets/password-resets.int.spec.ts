import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { type Config, CONFIG } from '../../config.js';
import { systemClock } from '../../platform/clock.js';
import { POOL } from '../../platform/database/pool.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { Claims } from '../../platform/eventsourcing/claims.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { OpsServer } from '../../platform/ops/ops-server.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { choosePassword } from '../../testing/choose-password.js';
import { MailFolder, type ReadMail } from '../../testing/mail-folder.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { until } from '../../testing/until.js';
import { userStream } from '../people/user.stream.js';
import { InviteUser } from './invite-user/invite-user.command.js';
import { ResetRequests } from './request-link/reset-requests.js';
import { CheckThrottle } from './reset-by-username/check-throttle.js';
import { ResetProofs } from './reset-proofs.js';
import { type ResetKind, ResetTable } from './reset-table.js';
import { Resets } from './resets.js';
import { UsableReset } from './usable-reset.js';

const OLD = 'orbital_mechanics_7#';
const NEW = 'lunar_transfer_9#';
/** Selects statements of this database that wait for a lock. */
const WAITING = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
const PENDING = 'Password reset pending. Choose a new password.';

let platform: TestPlatform;
let dataDir: string;
let mails: MailFolder;
let admin: TestClient;
let organizationId: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'ready-room-resets-'));
  mails = new MailFolder(dataDir);
  platform = await TestPlatform.start({ dataDir, appUrl: 'https://training.example' });
  admin = await platform.admin();
  organizationId = await platform.organization();
});
afterAll(async () => {
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Person {
  readonly client: TestClient;
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

async function newPerson(role: 'User' | 'OrganizationAdmin' = 'User', organization = organizationId): Promise<Person> {
  const client = await platform.person(role, organization);
  const { username, email } = (await client.get<{ username: string; email: string }>(`/users/${client.userId}`)).body;
  return { client, id: client.userId, username, email };
}

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${platform.url}/api${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? undefined : JSON.parse(text)) as { title: string; errors?: object; code?: string } | undefined,
  };
};
const signIn = (username: string, password: string, headers: Record<string, string> = {}) =>
  call('POST', '/auth/session', { username, password }, headers);
const byLink = (email: string, token: string, newPassword = NEW) =>
  call('POST', '/users/resetPassword', { email, token, newPassword });
const requestLink = (email: string) => call('POST', '/users/requestPasswordReset', email);
const reset = async (person: Person, by = admin) =>
  (await by.post<{ code: string }>(`/users/passwordResets/${person.id}`)).body.code;

function linkIn({ text }: ReadMail): URL {
  return new URL(/https:\S+/.exec(text)![0]);
}
const tokenIn = (mail: ReadMail): string => linkIn(mail).searchParams.get('token')!;

const eventsOf = async ({ id }: Person): Promise<string[]> =>
  (await platform.store.readStream(userStream.name(id))).map(({ type }) => type);

/** Lets the time of a person's resets of this kind run out. */
const expire = ({ id }: Person, kind: ResetKind) =>
  platform.app
    .get<Pool>(POOL)
    .query(
      `update plain.password_resets set expires_at = now() - interval '1 second' where user_id = $1 and kind = $2`,
      [id, kind],
    );

describe('reset by link', () => {
  it('mails a link with the configured address that sets a new password once, and mails a notice', async () => {
    const person = await newPerson();
    expect((await requestLink(` ${person.email.toUpperCase()}`)).status).toBe(204);
    const [mail] = await mails.waitFor(person.email, 'Reset your password');
    const link = linkIn(mail!);
    expect([link.origin, link.pathname]).toEqual(['https://training.example', '/reset-password']);
    expect(link.searchParams.get('email')).toBe(person.email);
    expect(Buffer.from(tokenIn(mail!), 'base64url')).toHaveLength(32);
    expect((await signIn(person.username, OLD)).status).toBe(200);

    const uses = await Promise.all(Array.from({ length: 20 }, () => byLink(person.email, tokenIn(mail!))));
    expect(uses.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 19 }, () => 400)]);
    const refused = uses.find(({ status }) => status === 400)!;
    expect(refused.body!.title).toBe('Invalid or expired reset link.');

    expect((await signIn(person.username, OLD)).status).toBe(400);
    expect((await signIn(person.username, NEW)).status).toBe(200);
    expect(await eventsOf(person)).toEqual(['UserRegistered', 'PasswordResetRequested', 'PasswordChanged']);
    const [notice] = await mails.waitFor(person.email, 'Your password was changed');
    expect(notice!.text).not.toContain(NEW);
    // Every earlier session has ended, within the second for which rights are cached.
    const refresh = await call('POST', '/auth/session/token', person.client.refreshToken);
    expect(refresh.status).toBe(401);
  });

  it('responds alike to an unknown address, and accepts an object', async () => {
    expect((await requestLink('nobody@example.org')).status).toBe(204);
    expect((await call('POST', '/users/requestPasswordReset', { email: 'nobody@example.org' })).status).toBe(204);
  });

  it('accepts only the newest link, mails three an hour, and rejects a token for another address', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    await requestLink(person.email);
    const [first] = await mails.waitFor(person.email, 'Reset your password');
    await requestLink(person.email);
    const both = await mails.waitFor(person.email, 'Reset your password', 2);
    const second = both.find((mail) => mail.raw !== first!.raw)!;
    expect((await byLink(person.email, tokenIn(first!))).status).toBe(400);
    expect((await byLink(other.email, tokenIn(second))).status).toBe(400);
    await Promise.all(Array.from({ length: 6 }, () => requestLink(person.email)));
    const three = await mails.waitFor(person.email, 'Reset your password', 3);
    await requestLink(other.email);
    await mails.waitFor(other.email, 'Reset your password');
    expect(mails.to(person.email)).toHaveLength(3);
    const newest = three.find((mail) => mail.raw !== first!.raw && mail.raw !== second.raw)!;
    expect((await byLink(person.email, tokenIn(newest), person.email)).status).toBe(400);
    expect((await byLink(person.email, tokenIn(newest))).status).toBe(204);
  });

  it('rejects a password that is easy to guess, and keeps the link valid', async () => {
    const person = await newPerson();
    await requestLink(person.email);
    const [mail] = await mails.waitFor(person.email, 'Reset your password');
    const guesses = ['short', person.username.replaceAll(/[.-]/g, '_'), 'Password_2026!'];
    for (const guess of guesses) {
      const refused = await byLink(person.email, tokenIn(mail!), guess);
      expect([guess, refused.status, Object.keys(refused.body!.errors!)]).toEqual([guess, 400, ['NewPassword']]);
    }
    expect((await byLink(person.email, tokenIn(mail!))).status).toBe(204);
  });

  it('writes mails that only the owner of the folder can read', async () => {
    const folder = join(dataDir, 'outbox');
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  });
});

describe('reset by an administrator', () => {
  it('returns a code that works in place of the password, while the old one is refused', async () => {
    const person = await newPerson();
    const code = await reset(person);
    expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){4}[2-9A-HJ-NP-Z]{4}$/);
    const [mail] = await mails.waitFor(person.email, 'Your password was reset');
    expect(mail!.text).toContain(code);
    expect((await call('POST', '/auth/session/token', person.client.refreshToken)).status).toBe(401);

    const old = await signIn(person.username, OLD);
    expect([old.status, old.body!.title, old.body!.code]).toEqual([400, PENDING, 'PASSWORD_RESET_PENDING']);
    expect(old.headers.get('x-reset-proof')).toBeNull();
    expect((await signIn(person.username, 'something_else_1#')).body!.code).toBe('SIGN_IN_FAILED');

    const shown = await signIn(person.username, code.toLowerCase().replaceAll('-', ' '));
    expect([shown.status, shown.body!.title]).toEqual([400, PENDING]);
    const proof = { 'x-reset-proof': shown.headers.get('x-reset-proof')! };
    const path = `/users/passwordResets/${person.username}`;
    expect((await call('GET', path)).body).toBe(false);
    expect((await call('GET', path, undefined, proof)).body).toBe(true);
    const body = { username: person.username, password: NEW, passwordConfirmation: NEW };
    expect((await call('PUT', path, { ...body, passwordConfirmation: OLD }, proof)).body!.errors).toHaveProperty(
      'PasswordConfirmation',
    );
    expect((await call('POST', path, body, proof)).status).toBe(204);
    expect((await call('GET', path, undefined, proof)).body).toBe(false);
    expect((await call('PUT', path, body, proof)).status).toBe(400);
    expect((await signIn(person.username, code)).body!.code).toBe('SIGN_IN_FAILED');
    expect((await signIn(person.username, NEW)).status).toBe(200);
    await mails.waitFor(person.email, 'Your password was changed');
    expect(await eventsOf(person)).toEqual(['UserRegistered', 'PasswordResetRequested', 'PasswordChanged']);
  });

  it('sends the proof to a browser in an HttpOnly cookie', async () => {
    const person = await newPerson();
    const browser = { origin: platform.url, 'sec-fetch-site': 'same-origin' };
    const shown = await signIn(person.username, await reset(person), browser);
    expect(shown.headers.get('x-reset-proof')).toBeNull();
    const cookie = shown.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^rr-reset-proof=[\w-]{43}; .*HttpOnly; SameSite=Strict$/);
    const headers = { ...browser, cookie: cookie.split(';', 1)[0]! };
    const path = `/users/passwordResets/${person.username}`;
    expect((await call('GET', path, undefined, headers)).body).toBe(true);
    const body = { username: person.username, password: NEW, passwordConfirmation: NEW };
    const foreign = { ...headers, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    expect((await call('PUT', path, body, foreign)).status).toBe(403);
    const done = await call('PUT', path, body, headers);
    expect([done.status, done.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('rr-reset-proof=;')]);
  });

  it('responds alike for every name without the proof, and with the proof of another user', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    await reset(person);
    const shown = await signIn(other.username, await reset(other));
    const proof = { 'x-reset-proof': shown.headers.get('x-reset-proof')! };
    const requestReset = async (username: string, headers = {}) => {
      const body = { username, password: NEW, passwordConfirmation: NEW };
      const { status, body: problem } = await call('PUT', `/users/passwordResets/${username}`, body, headers);
      return [status, problem!.title, problem!.errors];
    };
    const known = await requestReset(person.username);
    expect(known[0]).toBe(400);
    expect(await requestReset('nobody.at.all')).toEqual(known);
    expect(await requestReset(person.username, proof)).toEqual(known);
    expect((await call('GET', `/users/passwordResets/${person.username}`, undefined, proof)).body).toBe(false);
    expect((await call('GET', '/users/passwordResets/nobody.at.all', undefined, proof)).body).toBe(false);
  });

  it('invalidates an older proof, unlike a link that anyone can request', async () => {
    const person = await newPerson();
    const shown = await signIn(person.username, await reset(person));
    const proof = { 'x-reset-proof': shown.headers.get('x-reset-proof')! };
    const path = `/users/passwordResets/${person.username}`;
    await requestLink(person.email);
    await mails.waitFor(person.email, 'Reset your password');
    expect((await call('GET', path, undefined, proof)).body).toBe(true);
    await reset(person);
    expect((await call('GET', path, undefined, proof)).body).toBe(false);
    const body = { username: person.username, password: NEW, passwordConfirmation: NEW };
    expect((await call('PUT', path, body, proof)).body!.code).toBe('INVALID_RESET');
  });

  it('also mails a link, and ends when the link is used', async () => {
    const person = await newPerson();
    const code = await reset(person);
    const [mail] = await mails.waitFor(person.email, 'Your password was reset');
    expect((await byLink(person.email, tokenIn(mail!))).status).toBe(204);
    expect((await signIn(person.username, NEW)).status).toBe(200);
    expect((await signIn(person.username, code)).body!.code).toBe('SIGN_IN_FAILED');
  });

  it('is limited to the own organization and excludes system admins', async () => {
    const person = await newPerson();
    const own = await newPerson('OrganizationAdmin');
    const foreign = await newPerson('OrganizationAdmin', await platform.organization());
    const root = await platform.person('SystemAdmin', organizationId);
    const requestReset = async (by: TestClient, id: string) => (await by.post(`/users/passwordResets/${id}`)).status;
    expect(await requestReset(own.client, root.userId)).toBe(403);
    expect(await requestReset(foreign.client, person.id)).toBe(404);
    expect(await requestReset(foreign.client, '0198c0de-0009-7000-8000-000000000000')).toBe(404);
    expect(await requestReset(person.client, own.id)).toBe(403);
    expect((await call('POST', `/users/passwordResets/${person.id}`)).status).toBe(401);
    expect(await requestReset(own.client, person.id)).toBe(200);
  });
});

describe('a permanent reset', () => {
  /** Requests a permanent reset, and then one by an administrator that expires unused. */
  async function withExpiredReset(kind: 'undo' | 'first-start'): Promise<Person> {
    const person = await newPerson();
    await platform.app.get(Resets).request(person.id, kind, systemContext(new Date()));
    await reset(person);
    await expire(person, 'admin');
    return person;
  }

  it.each(['undo', 'first-start'] as const)(
    'of kind %s refuses the old password after a later reset by an administrator has expired',
    async (kind) => {
      const person = await withExpiredReset(kind);
      expect((await signIn(person.username, OLD)).body!.code).toBe('PASSWORD_RESET_PENDING');
    },
  );

  it('accepts its proof after a later reset by an administrator has expired', async () => {
    const person = await withExpiredReset('first-start');
    const shown = await signIn(person.username, OLD);
    const proof = { 'x-reset-proof': shown.headers.get('x-reset-proof')! };
    const body = { username: person.username, password: NEW, passwordConfirmation: NEW };
    expect((await call('PUT', `/users/passwordResets/${person.username}`, body, proof)).status).toBe(204);
    expect((await signIn(person.username, NEW)).status).toBe(200);
  });

  it('ends with a later reset that is used, even when it is issued afterwards', async () => {
    const person = await newPerson();
    await choosePassword(platform.url, person.username, await reset(person), NEW);
    const undo = { userId: person.id, by: 'undo', expiresAt: new Date(Date.now() + 60_000).toISOString() } as const;
    await platform.app.get(Resets).issue(uuidv7(), 0, undo);
    expect((await signIn(person.username, NEW)).status).toBe(200);
  });
});

it('invites with a link that sets the first password', async () => {
  const person = await newPerson();
  await platform.app.get(CommandBus).execute(new InviteUser(person.id, systemContext(new Date())));
  const [mail] = await mails.waitFor(person.email, 'Welcome to Ready Room');
  expect((await byLink(person.email, tokenIn(mail!))).status).toBe(204);
  const { data } = (await platform.store.readStream(userStream.name(person.id))).at(-1)!;
  expect(data).toEqual({ userId: person.id, how: 'invitation' });
});

describe('a mail that waited while the mail server was unavailable', () => {
  const invite = ({ id }: Person) =>
    platform.app.get(CommandBus).execute(new InviteUser(id, systemContext(new Date())));
  const kinds = {
    link: { kind: 'reset-link', send: ({ email }: Person) => requestLink(email), subject: 'Reset your password' },
    admin: { kind: 'admin-reset', send: (person: Person) => reset(person), subject: 'Your password was reset' },
    invitation: { kind: 'invitation', send: invite, subject: 'Welcome to Ready Room' },
  } as const;
  const ends = {
    'has expired': (person: Person, kind: ResetKind) => expire(person, kind),
    'was used': async ({ email }: Person, _: ResetKind, mail: ReadMail) => {
      expect((await byLink(email, tokenIn(mail))).status).toBe(204);
    },
    'was replaced': (person: Person) => reset(person),
  };

  it.each(
    (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) =>
      (Object.keys(ends) as (keyof typeof ends)[]).map((end) => [kind, end] as const),
    ),
  )('is dropped when its reset of kind %s %s', async (kind, end) => {
    const person = await newPerson();
    await kinds[kind].send(person);
    const [mail] = await mails.waitFor(person.email, kinds[kind].subject);
    const requested = (await platform.store.readStream(userStream.name(person.id))).at(-1)!;
    const waiting = {
      eventId: requested.eventId,
      userId: person.id,
      kind: kinds[kind].kind,
      attempts: 1,
      createdAt: new Date(),
    };
    const composers = platform.app.get(MailComposers);
    expect(await composers.compose(waiting)).toMatchObject({ to: person.email });
    await ends[end](person, kind, mail!);
    expect(await composers.compose(waiting)).toBeNull();
  });
});

describe('a link that anyone can request', () => {
  it('keeps an open invitation valid', async () => {
    const person = await newPerson();
    await platform.app.get(CommandBus).execute(new InviteUser(person.id, systemContext(new Date())));
    const [invitation] = await mails.waitFor(person.email, 'Welcome to Ready Room');
    await requestLink(person.email);
    await mails.waitFor(person.email, 'Reset your password');
    expect((await byLink(person.email, tokenIn(invitation!))).status).toBe(204);
  });

  it('keeps the mailed link of an administrator’s reset valid', async () => {
    const person = await newPerson();
    await reset(person);
    const [byAdmin] = await mails.waitFor(person.email, 'Your password was reset');
    await requestLink(person.email);
    await mails.waitFor(person.email, 'Reset your password');
    expect((await byLink(person.email, tokenIn(byAdmin!))).status).toBe(204);
  });

  it('is replaced by a newer reset of an administrator', async () => {
    const person = await newPerson();
    await requestLink(person.email);
    const [link] = await mails.waitFor(person.email, 'Reset your password');
    await reset(person);
    expect((await byLink(person.email, tokenIn(link!))).status).toBe(400);
  });
});

it('requires the first administrator to replace the password of the settings', async () => {
  const events = (await platform.store.readStream(userStream.name(admin.userId))).map(({ type }) => type);
  expect(events).toEqual(['UserRegistered', 'PasswordResetRequested', 'PasswordChanged']);
  expect((await signIn('root.admin', 'bootstrap_secret_7#')).body!.code).toBe('SIGN_IN_FAILED');
});

it('stores no code, token or address with waiting mails and resets', async () => {
  const person = await newPerson();
  const code = await reset(person);
  const [mail] = await mails.waitFor(person.email, 'Your password was reset');
  const text = await platform.textOf(['plain.mail_outbox', 'plain.password_resets', 'jobs.job']);
  for (const secret of [code, tokenIn(mail!), person.email, person.username]) expect(text).not.toContain(secret);
  await choosePassword(platform.url, person.username, code, NEW);
});

it('records the change after its process was killed, even after a failing change of a missing user', async () => {
  const person = await newPerson();
  await reset(person);
  const table = platform.app.get(ResetTable);
  const pool = platform.app.get<Pool>(POOL);
  const pending = await table.pendingOf(person.id, new Date());
  const ghost = { id: uuidv7(), userId: uuidv7(), kind: 'link', codeHash: randomBytes(32) } as const;
  const expiresAt = new Date(Date.now() + 60_000);
  await table.add({ ...ghost, version: 1, tokenHash: randomBytes(32), expiresAt });
  await inTransaction(pool, async (client) => {
    await table.use(client, ghost, 'link', new Date(Date.now() - 120_000));
    await table.use(client, pending!, 'code', new Date(Date.now() - 60_000));
  });
  await until(async () => (await eventsOf(person)).at(-1) === 'PasswordChanged');
  await mails.waitFor(person.email, 'Your password was changed');
  await until(async () => (await table.unrecorded(new Date())).length === 0);
});

it('ends a session that began with the old password during the change', async () => {
  const person = await newPerson();
  await requestLink(person.email);
  const [mail] = await mails.waitFor(person.email, 'Reset your password');
  const pool = platform.app.get<Pool>(POOL);
  const familyId = uuidv7();
  const changed = await inTransaction(pool, async (client) => {
    await client.query('select from plain.credentials where user_id = $1 for share', [person.id]);
    const answer = byLink(person.email, tokenIn(mail!));
    await until(async () => (await pool.query(WAITING)).rowCount !== 0);
    await client.query(
      `insert into plain.refresh_families (family_id, user_id, created_at, expires_at)
       values ($1, $2, clock_timestamp(), now() + interval '1 day')`,
      [familyId, person.id],
    );
    return { answer };
  });
  expect((await changed.answer).status).toBe(204);
  const { rows } = await pool.query('select end_reason as reason from plain.refresh_families where family_id = $1', [
    familyId,
  ]);
  expect(rows).toEqual([{ reason: 'password-changed' }]);
});

it('requires no proof when the settings allow it', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  await reset(person);
  const { app } = platform;
  const parts = [app.get(Claims), app.get(ResetProofs), app.get(ResetTable)] as const;
  const open = new UsableReset({ ...app.get<Config>(CONFIG), resetWithoutProof: true }, systemClock, ...parts);
  expect(await open.find(person.username, undefined)).toMatchObject({ userId: person.id, kind: 'admin' });
  expect(await open.find(other.username, undefined)).toBeNull();
  expect(await app.get(UsableReset).find(person.username, undefined)).toBeNull();
});

it('counts the addresses of an IPv6 network as one, for links and for pending resets', async () => {
  const pool = platform.app.get<Pool>(POOL);
  const requests = platform.app.get(ResetRequests);
  const notedOf = async () =>
    (await pool.query(`select from plain.password_reset_requests where network = '2001:db8:7:1::/64'`)).rowCount;
  for (let n = 0; n < 65; n += 1) await requests.note(`nobody-${n}@example.org`, `2001:db8:7:1::${n + 1}`);
  expect(await notedOf()).toBe(60);
  await requests.note('nobody@example.org', '2001:db8:7:2::1');
  expect(await notedOf()).toBe(60);
  const throttle = new CheckThrottle(pool, { now: () => new Date('2026-03-01T09:31:00Z') });
  for (let n = 0; n < 600; n += 1) await throttle.consume(`2001:db8:7:1::${n + 1}`);
  await expect(throttle.consume('2001:db8:7:1:ffff::1')).rejects.toMatchObject({ status: 429 });
  await throttle.consume('2001:db8:7:2::1');
});

it('returns 429 for too many checks of pending resets', async () => {
  const pool = platform.app.get<Pool>(POOL);
  const minute = new Date('2026-03-01T09:30:00Z');
  const throttle = new CheckThrottle(pool, { now: () => new Date(minute.getTime() + 20_000) });
  await pool.query('insert into plain.password_reset_checks (address, minute, checks) values ($1, $2, 599)', [
    '192.0.2.1',
    minute,
  ]);
  await throttle.consume('192.0.2.1');
  await expect(throttle.consume('192.0.2.1')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 40 });
  await throttle.consume('192.0.2.2');
});

it('reports the number of waiting mails in the metrics', async () => {
  const port = await platform.app.get(OpsServer).listen();
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toMatch(/^ready_room_queue_waiting\{queue="mail"\} \d+$/m);
  expect(metrics).toMatch(/^ready_room_queue_oldest_seconds\{queue="mail"\} [\d.]+$/m);
});
