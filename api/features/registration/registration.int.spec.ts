import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG } from '../../config.js';
import type { AccessCode } from '../../contracts/access-code.contract.js';
import type { Organization } from '../../contracts/organization.contract.js';
import type { Problem } from '../../contracts/problem.contract.js';
import type { RegistrationResponse } from '../../contracts/registration.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { userStream } from '../people/user.stream.js';
import { RegisterMember, RegisterMemberHandler } from './register-member/register-member.handler.js';

const PASSWORD = 'orbital_mechanics_7#';
const OTHER_PASSWORD = 'lagrange_points_8#';
const LIMIT_TEXT = 'The organization has reached its user limit.';

let platform: TestPlatform;
let admin: TestClient;
let organization: string;
let code: string;

beforeAll(async () => {
  platform = await TestPlatform.start();
  admin = await platform.admin();
  organization = await platform.organization();
  code = await codeFor(organization);
});
afterAll(() => platform.stop());
afterEach(() => platform.app.get<Pool>(POOL).query('delete from plain.registration_refusals'));

async function codeFor(organizationId: string | null): Promise<string> {
  const { body } = await admin.post<AccessCode>('/users/accessCodes');
  if (organizationId) await admin.put(`/organizations/accessCodes/${body.code}/${organizationId}`);
  return body.code;
}

const newPerson = (changes: object = {}) => {
  const userName = `cadet.${randomUUID().slice(0, 13)}`;
  const names = { firstName: 'Ada', lastName: 'Lovelace', rankTitle: 'Cadet' };
  return { userName, email: `${userName}@example.org`, password: PASSWORD, ...names, accessCode: code, ...changes };
};

async function post<Body = Problem>(route: string, body: object, key?: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${platform.url}/api/users/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }), ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Body, headers: response.headers };
}
const validate = (body: object) => post('validate-registration', body);
const register = (body: object, key?: string) => post<RegistrationResponse>('registrationCode', body, key);
const registerFree = (body: object, key?: string) =>
  post<{ userId: string } & Problem>('paymentFreeRegistration', body, key);
const isIn = ({ status, body }: Awaited<ReturnType<typeof register>>): boolean =>
  status === 200 && body.userId !== null;
const refused = (...errors: string[]) => ({
  status: 200,
  body: { userId: null, message: '', isFieldError: true, errors },
});

/** Returns the states of the claims of an account. */
async function claimsOf(userId: string | null): Promise<string[]> {
  const { rows } = await platform.app
    .get<Pool>(POOL)
    .query<{ state: string }>('select state from plain.claims where owner_id = $1', [userId]);
  return rows.map(({ state }) => state);
}

async function seatsTaken(organizationId: string): Promise<number> {
  await platform.settled();
  const { rows } = await platform.app
    .get<Pool>(POOL)
    .query('select from read.seats where organization_id = $1', [organizationId]);
  return rows.length;
}

describe('registration with an access code', () => {
  it('creates a player of the organization who can sign in and is counted for the code', async () => {
    const accessCode = await codeFor(organization);
    const person = newPerson({ accessCode: accessCode.toLowerCase().replaceAll('-', ' '), nationality: 4 });
    expect(await validate(person)).toMatchObject({ status: 200, body: {} });
    const { status, body } = await register(person);
    expect({ status, body }).toEqual({
      status: 200,
      body: { userId: expect.any(String) as string, message: '', isFieldError: false, errors: [] },
    });
    const client = await TestClient.signIn(platform.url, person.userName, PASSWORD);
    expect(client.userId).toBe(body.userId);
    expect((await client.get('/auth/session/roles')).body).toEqual(['User']);
    const [registered] = await platform.store.readStream(userStream.name(client.userId));
    expect(registered!.data).toMatchObject({
      organizationId: organization,
      nationality: '004',
      through: 'access-code',
    });
    await platform.settled();
    const codes = (await admin.get<AccessCode[]>('/users/accessCodes')).body;
    expect(codes.find((each) => each.code === accessCode)?.numberOfUsersAssigned).toBe(1);
  });

  it('returns refusals as field errors of the form', async () => {
    const taken = newPerson();
    await register(taken);
    expect(await register(newPerson({ userName: taken.userName.toUpperCase(), email: taken.email }))).toMatchObject(
      refused('Username is already taken.', 'Email is already registered.'),
    );
    expect(await register(newPerson({ password: 'short1!' }))).toMatchObject(
      refused('Password must be at least 10 characters.'),
    );
    expect(await register(newPerson({ password: 'P@ssw0rd2026!' }))).toMatchObject(
      refused('This password is too easy to guess. Choose another one.'),
    );
    expect(await register(newPerson({ nationality: 999 }))).toMatchObject(refused('Choose a country from the list.'));
    expect(await register(newPerson({ accessCode: '' }))).toMatchObject(refused('Enter your access code.'));
    expect(await register(newPerson({ accessCode: '2222-2222-2222-2222' }))).toMatchObject(
      refused('Access code is not valid.'),
    );
    expect(await register(newPerson({ accessCode: await codeFor(null) }))).toMatchObject(
      refused('Access code is not assigned to an organization.'),
    );
    const unpaid = (await admin.post<Organization>(`/organizations/${randomUUID()}`)).body;
    expect(await register(newPerson({ accessCode: await codeFor(unpaid.id) }))).toMatchObject(
      refused('The organization of this access code is unpaid.'),
    );
  });

  it('gives the last seat to only one of fifty', async () => {
    const full = await platform.organization(undefined, 5);
    const accessCode = await codeFor(full);
    for (let number = 0; number < 4; number += 1) await platform.person('User', full);
    const answers = await Promise.all(Array.from({ length: 50 }, () => register(newPerson({ accessCode }))));
    expect(answers.filter(({ body }) => body.userId !== null)).toHaveLength(1);
    const others = answers.filter(({ body }) => body.userId === null);
    expect(others).toHaveLength(49);
    for (const answer of others) expect(answer).toMatchObject(refused(LIMIT_TEXT));
    expect(await seatsTaken(full)).toBe(5);
    expect(await validate(newPerson({ accessCode }))).toMatchObject({
      status: 400,
      body: { code: 'USER_LIMIT_REACHED', errors: { AccessCode: [LIMIT_TEXT] } },
    });
  });

  it('releases the seat when another registration has the same name', async () => {
    const roomy = await platform.organization();
    const person = newPerson({ accessCode: await codeFor(roomy) });
    const tries = await Promise.all(Array.from({ length: 8 }, () => register(person)));
    // A request that was answered with a request to retry may have succeeded. Then all others find the name taken.
    for (let last = tries.at(-1)!; last.status === 503 || isIn(last); last = tries.at(-1)!)
      tries.push(await register(person));
    const maySkipLogLine = tries.some(({ status }) => status === 503);
    expect(maySkipLogLine ? [0, 1] : [1]).toContain(tries.filter(isIn).length);
    await TestClient.signIn(platform.url, person.userName, PASSWORD);
    expect(tries.at(-1)).toMatchObject({ status: 200, body: { userId: null, isFieldError: true } });
    expect(await seatsTaken(roomy)).toBe(1);
  });

  it('returns the first response to a repeated request, also concurrently and when the organization is full', async () => {
    const small = await platform.organization(undefined, 5);
    const person = newPerson({ accessCode: await codeFor(small) });
    const key = randomUUID();
    const [first, second] = await Promise.all([register(person, key), register(person, key)]);
    expect(first.body.userId).toEqual(expect.any(String));
    expect(second.body).toEqual(first.body);
    for (let number = 0; number < 4; number += 1) await platform.person('User', small);
    expect((await register(person, key)).body).toEqual(first.body);
    expect((await register(newPerson(), key)).status).toBe(422);
    expect(await seatsTaken(small)).toBe(5);
  });

  it('registers one of two people whose concurrent requests have one key', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const key = randomUUID();
        const people = [newPerson(), newPerson()];
        const answers = await Promise.all(people.map((person) => register(person, key)));
        return people.map(({ userName }, index) => ({ userName, ...answers[index]! }));
      }),
    );
    for (const pair of pairs) {
      const [winner, loser] = pair.toSorted((one, other) => one.status - other.status);
      expect([winner!.status, loser!.status]).toEqual([200, 422]);
      const { userId } = winner!.body;
      expect(await claimsOf(userId)).toEqual(['confirmed', 'confirmed']);
      expect((await TestClient.signIn(platform.url, winner!.userName, PASSWORD)).userId).toBe(userId);
      await expect(TestClient.signIn(platform.url, loser!.userName, PASSWORD)).rejects.toThrow();
    }
  });

  it('rejects a request whose key was used to store another password, before that account is registered', async () => {
    const roomy = await platform.organization();
    const accessCode = await codeFor(roomy);
    const [person, other] = [newPerson({ accessCode }), newPerson({ accessCode, password: OTHER_PASSWORD })];
    const key = randomUUID();
    const append = platform.store.appendToStream.bind(platform.store);
    let overtaking: ReturnType<typeof register> | undefined;
    const appends = jest.spyOn(platform.store, 'appendToStream').mockImplementation(async (stream, ...rest) => {
      if (!overtaking && stream.startsWith('user-')) await (overtaking = register(other, key));
      return append(stream, ...rest);
    });
    const { body } = await register(person, key);
    appends.mockRestore();
    expect((await overtaking!).status).toBe(422);
    expect((await platform.store.readStream(`seats-${roomy}`)).map(({ type }) => type)).toEqual(['SeatTaken']);
    expect(await claimsOf(body.userId)).toEqual(['confirmed', 'confirmed']);
    expect((await TestClient.signIn(platform.url, person.userName, PASSWORD)).userId).toBe(body.userId);
    await expect(TestClient.signIn(platform.url, person.userName, OTHER_PASSWORD)).rejects.toThrow();
    await expect(TestClient.signIn(platform.url, other.userName, OTHER_PASSWORD)).rejects.toThrow();
  });

  it('keeps the seat of the account that another person’s request with the same key has created', async () => {
    const small = await platform.organization(undefined, 5);
    const accessCode = await codeFor(small);
    await Promise.all(
      Array.from({ length: 8 }, () => {
        const key = randomUUID();
        return Promise.all([register(newPerson({ accessCode }), key), register(newPerson({ accessCode }), key)]);
      }),
    );
    await platform.settled();
    const { rows: people } = await platform.app
      .get<Pool>(POOL)
      .query('select id from read.people where organization_id = $1 and enabled order by id', [small]);
    const { rows: seats } = await platform.app
      .get<Pool>(POOL)
      .query('select user_id as id from read.seats where organization_id = $1 order by user_id', [small]);
    expect(people).toHaveLength(5);
    expect(seats).toEqual(people);
  });

  it('rejects a used key with another e-mail address or name, free or taken, and claims nothing', async () => {
    const [person, neighbour] = [newPerson(), newPerson()];
    const key = randomUUID();
    const freeKey = randomUUID();
    const { userId } = (await register(person, key)).body;
    const free = newPerson();
    await registerFree(free, freeKey);
    await register(neighbour);
    const claims = await platform.textOf(['plain.claims']);
    for (const changes of [
      { email: `free.${person.email}` },
      { email: neighbour.email },
      { userName: neighbour.userName },
      { userName: `${person.userName}.2` },
    ]) {
      const used = { status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } };
      expect(await register({ ...person, ...changes }, key)).toMatchObject(used);
      expect(await registerFree({ ...free, ...changes }, freeKey)).toMatchObject(used);
    }
    expect(await platform.textOf(['plain.claims'])).toBe(claims);
    expect((await register(person, key)).body.userId).toBe(userId);
  });

  it('recognizes a repeat after the e-mail address has changed, by the original address only', async () => {
    const person = newPerson();
    const key = randomUUID();
    const { userId } = (await register(person, key)).body;
    const email = `new.${person.email}`;
    expect((await admin.put(`/users/${userId}`, { email })).status).toBe(204);
    const claims = await platform.textOf(['plain.claims']);
    expect((await register(person, key)).body.userId).toBe(userId);
    expect((await register({ ...person, email }, key)).status).toBe(422);
    expect(await platform.textOf(['plain.claims'])).toBe(claims);
  });

  it.each(['roles', 'role', 'organizationId', 'canPlay', 'enabled', 'userId'])(
    'rejects %s in the body',
    async (field) => {
      const person = newPerson({ [field]: 'SystemAdmin' });
      for (const route of ['validate-registration', 'registrationCode', 'paymentFreeRegistration']) {
        expect(await post(route, person)).toMatchObject({
          status: 400,
          body: {
            code: 'VALIDATION_FAILED',
            errors: { [field[0]!.toUpperCase() + field.slice(1)]: ['Is not a known field.'] },
          },
        });
      }
      expect(await post('registrationCode', { ...person, [field]: undefined, userName: 7 })).toMatchObject({
        status: 400,
      });
    },
  );
});

it('is described in the API documentation with the fields of the form', async () => {
  const response = await fetch(`${platform.url}/api/docs-json`);
  const { paths } = (await response.json()) as { paths: Record<string, { post: { requestBody: unknown } }> };
  for (const route of ['validate-registration', 'registrationCode', 'paymentFreeRegistration']) {
    expect(JSON.stringify(paths[`/api/users/${route}`]!.post.requestBody)).toContain('application/json');
  }
});

describe('validation', () => {
  it('returns every wrong field at once', async () => {
    const taken = newPerson();
    await register(taken);
    expect(await validate({ ...taken, password: `${taken.userName.replaceAll(/[.-]/g, '_')}!` })).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION_FAILED',
        errors: {
          UserName: ['Username is already taken.'],
          Email: ['Email is already registered.'],
          Password: ['Password must not be your username or e-mail address.'],
        },
      },
    });
    expect(
      await validate(newPerson({ userName: 'a b', email: 'nobody', password: 'orbital_mechanics' })),
    ).toMatchObject({
      status: 400,
      body: {
        errors: {
          UserName: ['Username must be 3 to 64 letters, digits, dots, underscores or hyphens.'],
          Email: ['Enter a valid e-mail address.'],
          Password: ['Must contain at least one letter, one number, and one special character: @$!%*#?&_'],
        },
      },
    });
  });

  it('does not reveal accounts without a valid code', async () => {
    const taken = newPerson();
    await register(taken);
    const { body } = await validate({ ...taken, accessCode: '2222-2222-2222-2222' });
    expect(body).toMatchObject({ code: 'UNKNOWN_ACCESS_CODE', errors: { AccessCode: ['Access code is not valid.'] } });
    expect(Object.keys(body.errors!)).toEqual(['AccessCode']);
  });

  it('hides accounts of other organizations, and those of the own one after sixty answers an hour', async () => {
    const taken = newPerson({ accessCode: await codeFor(await platform.organization()) });
    await register(taken);
    const { email } = taken;
    const own = await validate(newPerson({ email, accessCode: taken.accessCode }));
    expect(own).toMatchObject({ status: 400, body: { errors: { Email: ['Email is already registered.'] } } });
    expect(await validate(newPerson({ email }))).toMatchObject({ status: 200, body: {} });
    expect(await validate(newPerson({ email, isFreeUser: true }))).toMatchObject({ status: 200, body: {} });
    expect(await register(newPerson({ email }))).toMatchObject(refused('Email is already registered.'));
    await platform.app.get<Pool>(POOL).query(
      `insert into plain.registration_refusals (kind, address_hmac)
       select r.kind, r.address_hmac from plain.registration_refusals r, generate_series(1, 58)
       where r.kind = 'taken-name' limit 58`,
    );
    expect(await validate(newPerson({ email, accessCode: taken.accessCode }))).toMatchObject({ status: 200, body: {} });
    expect(await register(newPerson({ email, nationality: 999 }))).toMatchObject(
      refused('Choose a country from the list.'),
    );
    expect((await register(newPerson({ email }))).status).toBe(429);
    expect((await register(newPerson())).body.userId).not.toBeNull();
  });

  it('accepts an unassigned code of a subscriber', async () => {
    expect((await validate(newPerson({ accessCode: await codeFor(null) }))).status).toBe(200);
  });
});

describe('wrong access codes', () => {
  const wrong = () => newPerson({ accessCode: '2222-2222-2222-2222' });
  /** Returns a browser that keeps the cookie by which the limits recognize it. */
  const browser = () => {
    const kept: Record<string, string> = { 'sec-fetch-site': 'same-origin' };
    return async (route: string, body: object) => {
      const answer = await post<RegistrationResponse & Problem>(route, body, undefined, kept);
      const [cookie] = answer.headers.getSetCookie();
      if (cookie) kept.cookie = cookie.split(';')[0]!;
      return answer;
    };
  };
  const fill = (kind: string, times: number) =>
    platform.app.get<Pool>(POOL).query(
      `insert into plain.registration_refusals (kind, address_hmac)
       select kind, address_hmac from plain.registration_refusals, generate_series(1, $2) where kind = $1`,
      [kind, times],
    );

  it('limits a browser to ten an hour, validating and registering together', async () => {
    const clumsy = browser();
    for (let number = 0; number < 5; number += 1)
      expect((await clumsy('validate-registration', wrong())).status).toBe(400);
    for (let number = 0; number < 5; number += 1)
      expect((await clumsy('registrationCode', wrong())).body.userId).toBeNull();
    for (const route of ['validate-registration', 'registrationCode']) {
      const { status, body, headers } = await clumsy(route, wrong());
      expect({ status, body }).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000);
    }
    expect((await browser()('validate-registration', wrong())).status).toBe(400);
  });

  it('does not block a correct code, of the same browser or of the same network', async () => {
    const clumsy = browser();
    for (let number = 0; number < 11; number += 1) await clumsy('registrationCode', wrong());
    await fill('wrong-code', 400);
    expect((await browser()('registrationCode', wrong())).status).toBe(429);
    for (const someBrowser of [clumsy, browser()]) {
      expect((await someBrowser('validate-registration', newPerson())).status).toBe(200);
      expect((await someBrowser('registrationCode', newPerson())).body.userId).toEqual(expect.any(String));
    }
  });

  it('limits a network to three hundred an hour, also concurrently', async () => {
    await validate(wrong());
    await fill('wrong-code', 289);
    const answers = await Promise.all(Array.from({ length: 30 }, () => validate(wrong())));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});

describe('free registration', () => {
  it('creates a player without an organization and ignores the code', async () => {
    const person = newPerson({ isFreeUser: true, accessCode: 'nonsense' });
    expect((await validate(person)).status).toBe(200);
    const { status, body } = await registerFree(person, uuidv7());
    expect({ status, body }).toEqual({ status: 200, body: { userId: expect.any(String) as string } });
    const [registered] = await platform.store.readStream(userStream.name(body.userId));
    expect(registered!.data).toMatchObject({ organizationId: null, accessCodeId: null, role: 'User', through: 'free' });
    await TestClient.signIn(platform.url, person.userName, PASSWORD);
    expect(await registerFree(person)).toMatchObject({
      status: 400,
      body: { errors: { UserName: [expect.any(String)] } },
    });
  });

  it('is rejected when it is switched off', async () => {
    const config = platform.app.get<{ allowFreeRegistration: boolean }>(CONFIG);
    config.allowFreeRegistration = false;
    try {
      expect(await registerFree(newPerson({ isFreeUser: true }))).toMatchObject({
        status: 403,
        body: { title: 'Free registration is switched off. Ask for an access code.' },
      });
    } finally {
      config.allowFreeRegistration = true;
    }
  });

  it('reveals existing accounts at most sixty times an hour', async () => {
    const taken = newPerson({ isFreeUser: true });
    await registerFree(taken);
    expect((await validate(taken)).status).toBe(400);
    await platform.app.get<Pool>(POOL).query(
      `insert into plain.registration_refusals (kind, address_hmac)
       select kind, address_hmac from plain.registration_refusals, generate_series(1, 59)`,
    );
    expect((await validate(taken)).status).toBe(429);
  });
});

describe('free accounts', () => {
  const counted = async () => {
    const { rows } = await platform.app
      .get<Pool>(POOL)
      .query<{ kind: string }>("select kind from plain.registration_refusals where kind = 'registered'");
    return rows.length;
  };

  it('limits a network to sixty an hour, also concurrently, and still answers a repeat', async () => {
    const person = newPerson({ isFreeUser: true });
    const key = randomUUID();
    const { userId } = (await registerFree(person, key)).body;
    await platform.app.get<Pool>(POOL).query(
      `insert into plain.registration_refusals (kind, address_hmac)
       select kind, address_hmac from plain.registration_refusals, generate_series(1, 56) where kind = 'registered'`,
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => registerFree(newPerson({ isFreeUser: true }))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const others = answers.filter(({ status }) => status !== 200);
    for (const { status, body, headers } of others) {
      const title = 'Too many accounts were created from your network. Try again later.';
      expect({ status, body }).toMatchObject({ status: 429, body: { title } });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000);
    }
    expect((await registerFree(person, key)).body.userId).toBe(userId);
    // A class with a code may share the network.
    expect((await register(newPerson())).status).toBe(200);
  });

  it('does not count a refused registration', async () => {
    const taken = newPerson({ isFreeUser: true });
    await registerFree(taken);
    expect(await counted()).toBe(1);
    const details = { ...taken, isFreeUser: true, accessCode: '', nationality: null };
    const context = systemContext(new Date(), undefined, uuidv7());
    await expect(
      platform.app.get(RegisterMemberHandler).execute(new RegisterMember(details, 'free', context)),
    ).rejects.toMatchObject({ code: 'ALREADY_TAKEN' });
    expect(await counted()).toBe(1);
  });
});
