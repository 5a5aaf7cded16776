import { METHODS } from 'node:http';
import fc from 'fast-check';
import type { TestRequest } from '../platform/http/testing/send-request.js';
import type { Route } from './routes-of.js';

/** Parts of requests: bodies that a route accepts, existing ids, valid tokens. */
export interface Material {
  readonly routes: readonly Route[];
  /** By `METHOD path`. */
  readonly bodies: Readonly<Record<string, readonly unknown[]>>;
  readonly ids: readonly string[];
  /** Tokens for everything except the session itself, which a request could end. */
  readonly tokens: readonly string[];
}

const LONG = 'x'.repeat(3_000);
const STRINGS = [
  '',
  ' ',
  LONG,
  LONG.repeat(20),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202egnp.exe',
  '🛰'.repeat(200),
  "'; drop table log.events; --",
  '../../../etc/passwd',
  '%00%ff',
  '\r\nset-cookie: a=b',
  '<script>alert(1)</script>',
  '__proto__',
  'NaN',
  'null',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '+275760-09-13T00:00:00Z',
  '2026-02-30T00:00:00Z',
  `2026-03-01T09:30:00.${'1'.repeat(300)}Z`,
  '0198C0DE-0000-7000-8000-000000000001',
  '00000000-0000-0000-0000-000000000000',
  '0198c0de-0000-7000-8000-00000000000',
];
const NUMBERS = [-1, -0, 0.1, 1e-320, 5e-324, 1e-50, 1e308, 2 ** 53, 2 ** 63, 1e21, 999_999.999_999];

const nested = (depth: number): unknown => (depth === 0 ? 0 : [nested(depth - 1)]);
const VALUES: readonly unknown[] = [
  ...STRINGS,
  ...NUMBERS,
  null,
  true,
  [],
  {},
  [[]],
  nested(19),
  nested(30),
  Array.from({ length: 1_001 }, () => 0),
  Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, index])),
  JSON.parse('{"__proto__": {"isAdmin": true}}'),
  { constructor: { prototype: { isAdmin: true } } },
  { toString: 1, length: -1, toJSON: 0 },
];
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

type Path = readonly string[];

/** Returns every location in a value, the whole value first. */
const placesIn = (body: unknown, path: Path = []): Path[] => [
  path,
  ...(typeof body === 'object' && body !== null
    ? Object.entries(body).flatMap(([key, inner]) => placesIn(inner, [...path, key]))
    : []),
];

const at = (body: unknown, path: Path): unknown =>
  path.reduce((inner, key) => (inner as Record<string, unknown>)[key], body);

/** Returns a copy with another value at a location; undefined removes it. */
function withValue(body: unknown, [key, ...rest]: Path, next: unknown): unknown {
  if (key === undefined) return next;
  const inner = withValue((body as Record<string, unknown> | undefined)?.[key], rest, next);
  if (Array.isArray(body)) return body.map((old, index) => (String(index) === key ? inner : (old as unknown)));
  // Not a spread: `__proto__` must become an own key.
  return Object.fromEntries([...Object.entries(body as object).filter(([name]) => name !== key), [key, inner]]);
}

/** Returns a value of the same type that a careless check accepts, or any value. */
function oddValueFor(old: unknown): fc.Arbitrary<unknown> {
  const same = typeof old === 'string' ? STRINGS : typeof old === 'number' ? NUMBERS : VALUES;
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...same) }, { weight: 1, arbitrary: value });
}

/** Changes, removes or adds one value somewhere in the body. */
function changed(body: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(body);
  const objects = places.filter((path) => typeof at(body, path) === 'object' && at(body, path) !== null);
  const change = fc
    .constantFrom(...places)
    .chain((path) =>
      fc.option(oddValueFor(at(body, path)), { nil: undefined, freq: 10 }).map((next) => withValue(body, path, next)),
    );
  if (objects.length === 0) return change;
  const add = fc
    .tuple(fc.constantFrom(...objects), fc.constantFrom('unknown', '__proto__', 'constructor', '\u0000', LONG), value)
    .map(([path, key, next]) => withValue(body, [...path, key], next));
  return fc.oneof({ weight: 6, arbitrary: change }, { weight: 1, arbitrary: add });
}

/** A new attempt each time. Otherwise all but the first would only be repeats. */
const fresh = (sample: unknown): fc.Arbitrary<unknown> =>
  typeof sample === 'object' && sample !== null && 'attemptId' in sample
    ? fc.uuid({ version: 7 }).map((attemptId) => ({ ...sample, attemptId }))
    : fc.constant(sample);

/** Texts that are invalid JSON, or unusual JSON. */
function damaged(text: string): fc.Arbitrary<Buffer> {
  const bytes = Buffer.from(text);
  return fc.oneof(
    fc.nat(bytes.length).map((end) => bytes.subarray(0, end)),
    fc.nat(bytes.length).map((at) => Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at)])),
    fc
      .constantFrom(
        `\ufeff${text}`,
        `${text}${text}`,
        text.replace(/:\s*/, ':1e400,"a":'),
        `{"a":01}`,
        `{'a':1}`,
        'NaN',
        '['.repeat(40_000),
        `${'['.repeat(40_000)}${']'.repeat(40_000)}`,
        `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
        `"${'x'.repeat(300_000)}"`,
        ' '.repeat(150_000),
      )
      .map((other) => Buffer.from(other)),
  );
}

function payload(samples: readonly unknown[]): fc.Arbitrary<string | Buffer | undefined> {
  return fc
    .constantFrom(...samples)
    .chain(fresh)
    .chain((sample) =>
      fc.oneof(
        { weight: 12, arbitrary: changed(sample).map((body) => JSON.stringify(body) ?? '') },
        { weight: 2, arbitrary: value.map((body) => JSON.stringify(body) ?? '') },
        { weight: 3, arbitrary: damaged(JSON.stringify(sample)) },
        { weight: 1, arbitrary: fc.constantFrom(undefined, '') },
        { weight: 2, arbitrary: fc.constant(JSON.stringify(sample)) },
      ),
    );
}

const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'application/json; charset=utf-16',
      'application/json;;;',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/problem+json',
      'json',
      'a/b/c',
      LONG,
    ),
  },
);

const POSITIONS = ['', '0.0.0', '1.2', '999999999.99999999999999999999.9999999999999999999', '-1.0.0', '1.1.1, 2.2.2'];
const odd = (name: string, values: readonly string[]): fc.Arbitrary<Record<string, string>> =>
  fc.constantFrom(...values).map((text) => ({ [name]: text }));
const oddHeader = fc.oneof(
  odd('x-read-after', [...POSITIONS, LONG]),
  odd('idempotency-key', ['', ' ', 'key', 'x'.repeat(255), 'x'.repeat(256), '\u0080', 'a b']),
  odd('if-none-match', ['', '*', '"', 'W/"1"', '"1.1"', LONG]),
  odd('x-request-id', ['', 'x', '<script>', LONG]),
  odd('cookie', ['rr-access', 'rr-access=a.b.c', 'rr-refresh=%E0%A4%A; rr-access=%', '=;=;', LONG]),
  odd('origin', ['null', 'http://evil.example', 'http://127.0.0.1:1', '%', LONG]),
  odd('sec-fetch-site', ['cross-site', 'none', 'same-origin']),
  odd('authorization', ['', 'Bearer', 'Bearer a.b.c', 'Basic eDp5', `Bearer ${LONG}.a.b`]),
  odd('accept', ['', 'text/html', '*/*;q=x', LONG]),
  odd('accept-encoding', ['gzip, br;q=x', 'identity;q=0']),
  odd('range', ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'lines=1']),
  odd('host', ['', 'evil.example', 'a:b:c', '[::1']),
  odd('x-forwarded-for', ['1.2.3.4', 'nonsense, more', LONG]),
  odd('x-http-method-override', ['DELETE', 'TRACE']),
  odd('expect', ['100-continue']),
  odd('if-modified-since', ['yesterday']),
);

/** Path segments that are not ids. */
const SEGMENTS = [
  '',
  '%',
  '%zz',
  '%c0%af',
  '..%2f..%2f',
  'a%00b',
  ';x=y',
  'all',
  'me',
  LONG,
  ...STRINGS.filter((text) => !/\p{Surrogate}/u.test(text) && text.length < 4_000).map(encodeURIComponent),
];
const QUERIES = [
  '?',
  '?limit=0',
  '?limit=1e9',
  '?limit=1&limit=2',
  '?ownerUserId=x&ownerUserId=y',
  '?scenarioId=none',
  '?__proto__=1',
  '?constructor[prototype][x]=1',
  '?a[b]=c',
  '?%ff=%ff',
  '?%00',
  '?userId=%00',
  '?includeFailedScores=maybe',
  '?unknown=1',
  `?campaignId=${LONG}`,
  `?${LONG.repeat(2)}`,
  '#fragment',
];

/** Returns one request that a route should reject; now and then a valid one. */
export function malformedRequest({ routes, bodies, ids, tokens }: Material): fc.Arbitrary<TestRequest> {
  const segment = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...ids, ...ids.map((id) => id.toUpperCase())) },
    { weight: 1, arbitrary: fc.constantFrom(...SEGMENTS) },
  );
  const withBody = routes.filter(({ method, path }) => bodies[`${method} ${path}`]);
  const route = fc.oneof(fc.constantFrom(...routes), fc.constantFrom(...withBody));
  return route.chain(({ method, path }) => {
    const isSession = path.startsWith('/api/auth/session') || path.startsWith('/api/account/sessions');
    const token = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...(isSession ? [''] : tokens)) },
      { weight: 1, arbitrary: fc.constantFrom('', 'a.b.c', 'a.b', `${LONG}.a.b`, `${tokens[0]}x`, 'null') },
    );
    const sample = bodies[`${method} ${path}`] ?? [{}];
    const url = fc
      .tuple(fc.array(segment, { minLength: 3, maxLength: 3 }), fc.constantFrom('', '', '', ...QUERIES))
      .map(([segments, query]) =>
        `/${path.replaceAll(/:\w+|\*/g, () => segments.pop()!)}${query}`.replace(/^\/\//, '/'),
      );
    return fc
      .record({
        method: fc.oneof(
          { weight: 9, arbitrary: fc.constant(method) },
          { weight: 1, arbitrary: fc.constantFrom(...METHODS.filter((each) => each !== 'CONNECT')) },
        ),
        url,
        token,
        type: contentType,
        headers: fc.array(oddHeader, { maxLength: 2 }),
        payload: method === 'GET' || method === 'HEAD' ? fc.constant(undefined) : payload(sample),
      })
      .map(({ token: presented, type, headers, payload: sent, ...question }) => ({
        ...question,
        headers: Object.assign(
          {},
          presented && { 'x-auth-token': presented },
          sent !== undefined && { 'content-type': type },
          ...headers,
        ) as Record<string, string>,
        ...(sent !== undefined && { payload: sent }),
      }));
  });
}
