import type { RequestRefusal } from '../../platform/http/refusals.js';
import { SecurityWindow } from './security-window.js';

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 9, 30, seconds));
const refusal = (more: Partial<RequestRefusal> = {}): RequestRefusal => ({
  kind: 'forbidden',
  actorId: 'ada',
  tried: null,
  address: '192.0.2.1',
  requestId: 'first',
  route: 'GET /api/users',
  code: 'FORBIDDEN',
  ...more,
});
const named = (name: string): Partial<RequestRefusal> => ({
  kind: 'sign-in-failed',
  actorId: null,
  tried: { userId: null, nameHmac: Buffer.from(name) },
});

it('counts repeats by one caller from one network within a minute in one row, with the last request', () => {
  const window = new SecurityWindow();
  for (let second = 0; second < 50; second += 1)
    window.record(refusal({ address: `2001:db8:1:2::${second}`, requestId: `request-${second}` }), at(second));
  const { rows } = window.unsaved(at(55));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    kind: 'forbidden',
    actorId: 'ada',
    count: 50,
    firstAt: at(0),
    lastAt: at(49),
    network: '2001:db8:1:2::/64',
    address: '2001:db8:1:2::49',
    requestId: 'request-49',
  });
});

it('adds a new row for another kind, caller, name, network or minute', () => {
  const window = new SecurityWindow();
  const others = [
    {},
    { kind: 'throttled' as const },
    { actorId: 'ben' },
    named('one'),
    named('two'),
    { address: '192.0.2.2' },
  ];
  for (const more of others) window.record(refusal(more), at(0));
  window.record(refusal(), at(61));
  expect(window.unsaved(at(62)).rows).toHaveLength(others.length + 1);
});

it('returns each row until it is saved unchanged, also after its minute', () => {
  const window = new SecurityWindow();
  window.record(refusal(), at(0));
  const first = window.unsaved(at(5));
  window.record(refusal(), at(6));
  first.saved();
  const second = window.unsaved(at(70));
  expect(second.rows).toMatchObject([{ id: first.rows[0]!.id, count: 2 }]);
  expect(window.unsaved(at(71)).rows).toHaveLength(1);
  second.saved();
  expect(window.unsaved(at(72)).rows).toEqual([]);
});

it('counts what exceeds the limits of a network and of a minute, and still records others', () => {
  const window = new SecurityWindow();
  for (let n = 0; n < 100; n += 1) window.record(refusal(named(`flood ${n}`)), at(1));
  window.record(refusal({ actorId: 'ben', address: '192.0.2.7' }), at(2));
  const afterOne = window.unsaved(at(3)).rows;
  expect(afterOne.filter(({ network }) => network === '192.0.2.1')).toHaveLength(40);
  expect(afterOne.find(({ kind }) => kind === 'left-out')).toMatchObject({ count: 60, actorId: null, address: null });
  expect(afterOne.find(({ actorId }) => actorId === 'ben')).toBeDefined();

  for (let n = 0; n < 1_000; n += 1) window.record(refusal({ actorId: `user ${n}`, address: `198.51.${n}.1` }), at(4));
  expect(window.unsaved(at(5)).rows.length).toBeLessThanOrEqual(121);
  expect(window.unsaved(at(5)).rows.reduce((total, { count }) => total + count, 0)).toBe(1_101);
});

it('stays bounded while the database is unavailable', () => {
  const window = new SecurityWindow();
  for (let minute = 0; minute < 60; minute += 1)
    for (let n = 0; n < 40; n += 1) window.record(refusal(named(`name ${n}`)), at(minute * 60));
  expect(window.unsaved(at(3_600)).rows).toHaveLength(600);
});
