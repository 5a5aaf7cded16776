import { TestPlatform } from '../test-platform.js';
import { POLICIES } from './policy.js';
import type { Caller, Outcome, Outcomes, RoutePolicy } from './route-policy.js';
import { runningRoutes } from './running-routes.js';
import { World } from './world.js';

const WHOSE = ['own', 'foreign', 'unknown'] as const;
const REFUSALS = [401, 403, 404] as const;
/** Matches passwords, tokens and keys, which no response may contain. */
const INTERNAL = /\$argon2|orbital_mechanics|"(\w*hash|hmac|\w*cipher\w*|wrapped\w*|\w*pepper|masterKey)"/i;

let platform: TestPlatform;
let world: World;
/** Ids of objects that no request has changed so far, by kind and owner. Making a new one for each request would take most of the time. */
const unchanged = new Map<string, string>();

beforeAll(async () => {
  platform = await TestPlatform.start();
  world = await World.create(platform);
});
afterAll(() => platform.stop());

it('has a policy for every route, and no policy without a route', () => {
  expect(Object.keys(POLICIES).toSorted()).toEqual(runningRoutes(platform.app));
});

it.each(Object.entries(POLICIES))('%s', async (route, policy) => {
  const seen: Partial<Record<Caller, Outcome | Outcomes>> = {};
  for (const [caller, expected] of Object.entries(policy.outcomes) as [Caller, Outcome | Outcomes][]) {
    const outcomes = await outcomesOf(route, policy, caller);
    seen[caller] = Array.isArray(expected) || new Set(outcomes).size > 1 ? outcomes : outcomes[0];
  }
  expect(seen).toEqual(policy.outcomes);
});

async function outcomesOf(route: string, policy: RoutePolicy, caller: Caller): Promise<Outcomes> {
  const outcomes: Outcome[] = [];
  for (const whose of policy.objects ? WHOSE : WHOSE.slice(0, 1)) {
    const status = await call(route, policy, caller, whose);
    const refusal = REFUSALS.find((code) => code === status);
    if (status === 405 || status >= 500) throw new Error(`${route} answered ${status} to ${caller} (${whose})`);
    outcomes.push(refusal ?? 'ok');
  }
  return outcomes as unknown as Outcomes;
}

async function call(
  route: string,
  policy: RoutePolicy,
  caller: Caller,
  whose: (typeof WHOSE)[number],
): Promise<number> {
  const [method = '', pattern = ''] = route.split(' ');
  let path = pattern + (policy.query ?? '');
  const kinds = Object.entries(policy.objects ?? {});
  for (const [name, kind] of kinds) {
    const key = `${kind} ${whose}`;
    const id = unchanged.get(key) ?? (await world.make(kind, whose));
    unchanged.set(key, id);
    path = path.replace(`:${name}`, id);
  }
  for (const [name, value] of Object.entries(policy.values ?? {})) path = path.replace(`:${name}`, value);
  await platform.settled();
  const { status, body } = await world.callers[caller].request(method, path, policy.body);
  const leaked = INTERNAL.exec(JSON.stringify(body) ?? '')?.[0];
  if (leaked) throw new Error(`${route} returned internal details to ${caller}: ${leaked}`);
  const isRefused = REFUSALS.some((code) => code === status);
  if (method !== 'GET' && !isRefused) for (const [, kind] of kinds) unchanged.delete(`${kind} ${whose}`);
  return status;
}
