import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnAccount } from '../../../../contracts/own-account.contract.js';
import type { User } from '../../../../contracts/user.contract.js';
import { MailFolder, type ReadMail } from '../../../../testing/mail-folder.js';
import { TestClient } from '../../../../testing/test-client.js';
import { TestPlatform } from '../../../../testing/test-platform.js';
import { userStream } from '../../user.stream.js';

const PASSWORD = 'orbital_mechanics_7#';

let platform: TestPlatform;
let dataDir: string;
let mails: MailFolder;
let root: TestClient;
let organization: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'ready-room-emails-'));
  mails = new MailFolder(dataDir);
  platform = await TestPlatform.start({ dataDir, appUrl: 'https://training.example' });
  root = await platform.admin();
  organization = await platform.organization();
});
afterAll(async () => {
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const newAddress = () => `${randomUUID()}@example.org`;
const player = () => platform.person('User', organization);
const account = async (client: TestClient) => (await client.get<OwnAccount>('/account')).body;
const emailOf = async ({ userId }: TestClient) => (await root.get<User>(`/users/${userId}`)).body.email;
const requestChange = (client: TestClient, email: string, currentPassword: string | undefined = PASSWORD) =>
  client.put(`/users/${client.userId}`, { email, currentPassword });
const linkIn = ({ text }: ReadMail) => new URL(/https:\S+/.exec(text)![0]);
const post = async (path: string, body: unknown) => {
  const response = await fetch(`${platform.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as { code: string }) };
};
const follow = (mail: ReadMail, route: 'email-confirmations' | 'email-restorations') => {
  const { searchParams } = linkIn(mail);
  return post(`/account/${route}`, { userId: searchParams.get('user'), token: searchParams.get('token') });
};
const confirmation = async (address: string, count = 1) =>
  (await mails.waitFor(address, 'Confirm your e-mail address', count)).at(-1)!;
const signIn = (username: string, password = PASSWORD) => post('/auth/session', { username, password });

/** Creates a user whose address was changed by an intruder with their password and session. */
async function takenOver() {
  const client = await player();
  const { email: old, username } = await account(client);
  const attackersAddress = newAddress();
  await requestChange(client, attackersAddress);
  await follow(await confirmation(attackersAddress), 'email-confirmations');
  const [notice] = await mails.waitFor(old, 'Your e-mail address was changed');
  return { client, old, username, theirs: attackersAddress, notice: notice! };
}

describe('PUT /users/{self} with another e-mail address', () => {
  it('requires the current password', async () => {
    const client = await player();
    const before = await account(client);
    for (const wrong of [undefined, '', 'something_else_1#']) {
      const { status, problem } = await client.put(`/users/${client.userId}`, {
        email: newAddress(),
        currentPassword: wrong,
      });
      expect([status, Object.keys(problem.errors!)]).toEqual([400, ['CurrentPassword']]);
    }
    expect(await account(client)).toEqual(before);
    const unchanged = { email: before.email, firstName: 'Grace' };
    expect((await client.put(`/users/${client.userId}`, unchanged)).status).toBe(204);
    expect(await account(client)).toMatchObject({ firstName: 'Grace', pendingEmail: null });
  });

  it('locks out password guesses and records the lock', async () => {
    const client = await player();
    const guess = () => requestChange(client, newAddress(), 'something_else_1#');
    const statuses = [];
    for (let times = 0; times < 12; times += 1) statuses.push((await guess()).status);
    expect(statuses).toContain(429);
    expect(statuses.lastIndexOf(400)).toBeLessThan(statuses.indexOf(429));
    expect((await requestChange(client, newAddress())).status).toBe(429);
    await platform.settled();
    const { body } = await root.get<{ entries: { action: string }[] }>(
      `/audit?targetType=user&targetId=${client.userId}&action=SignInLocked`,
    );
    expect(body.entries).toHaveLength(1);
  });

  it('keeps the old address until the link mailed to the new one is used', async () => {
    const client = await player();
    const { email: old, username } = await account(client);
    const wanted = newAddress();
    expect((await requestChange(client, wanted)).status).toBe(204);
    expect(await emailOf(client)).toBe(old);
    expect(await account(client)).toMatchObject({
      email: old,
      pendingEmail: { email: wanted, expiresAt: expect.any(String) },
    });
    const mail = await confirmation(wanted);
    const link = linkIn(mail);
    expect([link.origin, link.pathname, link.searchParams.get('user')]).toEqual([
      'https://training.example',
      '/confirm-email',
      client.userId,
    ]);
    expect(mail.text).toContain(username);
    expect((await post('/account/email-confirmations', { userId: client.userId, token: 'x' })).body!.code).toBe(
      'INVALID_LINK',
    );
    expect((await follow(mail, 'email-confirmations')).status).toBe(204);
    expect((await follow(mail, 'email-confirmations')).status).toBe(204);
    await platform.settled();
    expect(await emailOf(client)).toBe(wanted);
    expect(await account(client)).toMatchObject({ email: wanted, pendingEmail: null });
    expect((await client.get('/account')).status).toBe(200);
    expect((await mails.waitFor(old, 'Your e-mail address was changed'))[0]!.text).toContain('/restore-email');
  });

  it('responds alike for an address of another account and notifies its owner', async () => {
    const [client, other] = [await player(), await platform.person('User', await platform.organization())];
    const { email: theirs } = await account(other);
    expect((await requestChange(client, theirs)).status).toBe(204);
    const [mail] = await mails.waitFor(theirs, 'Your e-mail address is already in use');
    expect(mail!.text).not.toContain('https:');
    expect(mail!.text).not.toContain((await account(client)).username);
    expect(await emailOf(other)).toBe(theirs);
  });

  it('rejects the link when another account has registered the address meanwhile', async () => {
    const [client, other] = [await player(), await player()];
    const wanted = newAddress();
    await requestChange(client, wanted);
    const mail = await confirmation(wanted);
    await root.put(`/users/${other.userId}`, { email: wanted });
    expect((await follow(mail, 'email-confirmations')).body!.code).toBe('ALREADY_TAKEN');
    expect(await emailOf(other)).toBe(wanted);
  });

  it('can be sent again and cancelled by the user', async () => {
    const client = await player();
    const wanted = newAddress();
    await requestChange(client, wanted);
    const first = await confirmation(wanted);
    expect((await client.post('/account/pending-email')).status).toBe(204);
    const both = await mails.waitFor(wanted, 'Confirm your e-mail address', 2);
    const newest = both.find(({ raw }) => raw !== first.raw)!;
    expect((await follow(first, 'email-confirmations')).status).toBe(400);
    expect((await client.delete('/account/pending-email')).status).toBe(204);
    expect(await account(client)).toMatchObject({ pendingEmail: null });
    expect((await follow(newest, 'email-confirmations')).status).toBe(400);
    expect((await client.post('/account/pending-email')).status).toBe(409);
  });
});

describe('the notice to the previous address', () => {
  it('restores the address, ends all sessions and requires a new password', async () => {
    const { client, old, username, theirs, notice } = await takenOver();
    expect((await signIn(username)).status).toBe(200);
    expect((await follow(notice, 'email-restorations')).status).toBe(204);
    expect((await post('/auth/session/token', client.refreshToken)).status).toBe(401);
    expect((await signIn(username)).body!.code).toBe('PASSWORD_RESET_PENDING');
    await platform.settled();
    expect((await root.get<User>(`/users/${client.userId}`)).body).toMatchObject({
      email: old,
      resetPasswordPending: true,
    });
    expect((await follow(notice, 'email-restorations')).status).toBe(400);

    const [mail] = await mails.waitFor(old, 'Reset your password');
    const { searchParams } = linkIn(mail!);
    const chosen = { email: old, token: searchParams.get('token'), newPassword: 'lunar_transfer_9#' };
    expect((await post('/users/resetPassword', chosen)).status).toBe(204);
    expect((await signIn(username, 'lunar_transfer_9#')).status).toBe(200);
    expect((await root.put(`/users/${(await player()).userId}`, { email: theirs })).status).toBe(204);
  });

  it('works while the previous address is reserved, also after a second change', async () => {
    const { client, old, notice, theirs } = await takenOver();
    const stranger = await player();
    expect((await root.put(`/users/${stranger.userId}`, { email: old })).problem.code).toBe('ALREADY_TAKEN');
    const again = newAddress();
    await requestChange(client, again);
    await follow(await confirmation(again), 'email-confirmations');
    const [second] = await mails.waitFor(theirs, 'Your e-mail address was changed');
    expect((await follow(notice, 'email-restorations')).status).toBe(204);
    expect((await follow(second!, 'email-restorations')).status).toBe(400);
    await platform.settled();
    expect(await emailOf(client)).toBe(old);
  });
});

it('applies a change by an administrator immediately and informs both addresses', async () => {
  const client = await player();
  const { email: old } = await account(client);
  const set = newAddress();
  expect((await root.put(`/users/${client.userId}`, { email: set })).status).toBe(204);
  expect(await emailOf(client)).toBe(set);
  const [toOld] = await mails.waitFor(old, 'Your e-mail address was changed');
  const [toNew] = await mails.waitFor(set, 'Your e-mail address was changed');
  expect(toOld!.text).toContain('an administrator changed');
  expect(toOld!.text).not.toContain('/restore-email');
  expect(toNew!.text).toContain('an administrator set');
});

it('encrypts the new address in the log and stores it in no table', async () => {
  const client = await player();
  const wanted = newAddress();
  await requestChange(client, wanted);
  await confirmation(wanted);
  const stored = await platform.textOf(['log.events', 'plain.mail_outbox', 'plain.claims']);
  expect(stored).not.toContain(wanted);
  const [, event] = await platform.store.readStream(userStream.name(client.userId));
  expect(event).toMatchObject({ type: 'EmailChangeRequested', data: { newEmail: wanted } });
});

describe('PUT /account/password', () => {
  const change = (client: TestClient, currentPassword: string, newPassword: string) =>
    client.put('/account/password', { currentPassword, newPassword });

  it('changes the password, ends the other sessions and mails a notice', async () => {
    const client = await player();
    const { username, email } = await account(client);
    const other = await platform.signIn(username);
    expect((await change(client, PASSWORD, 'lunar_transfer_9#')).status).toBe(204);
    expect((await post('/auth/session/token', other.refreshToken)).status).toBe(401);
    expect((await client.get('/account')).status).toBe(200);
    expect((await signIn(username)).body!.code).toBe('SIGN_IN_FAILED');
    expect((await signIn(username, 'lunar_transfer_9#')).status).toBe(200);
    await mails.waitFor(email, 'Your password was changed');
    const last = (await platform.store.readStream(userStream.name(client.userId))).at(-1)!;
    expect(last).toMatchObject({ type: 'PasswordChanged', data: { how: 'signed-in' } });
  });

  it.each([
    ['a wrong current password', 'something_else_1#', 'lunar_transfer_9#', 'CurrentPassword'],
    ['a password that is easy to guess', PASSWORD, 'Password_2026!', 'NewPassword'],
    ['the same password', PASSWORD, PASSWORD, 'NewPassword'],
    ['a short password', PASSWORD, 'short_1', 'NewPassword'],
  ])('rejects %s', async (_, current, wanted, field) => {
    const { status, problem } = await change(await player(), current, wanted);
    expect([status, Object.keys(problem.errors!)]).toEqual([400, [field]]);
  });
});
