import fc from 'fast-check';
import { LIVE_TOPICS } from '../contracts/live.contract.js';

const IDS = ['', 'x', '|', '..', '\u0000', '\ud800', '__proto__', 'x'.repeat(121), 'x'.repeat(3_000)];
const TOPICS = [...LIVE_TOPICS, 'quiz', '', '__proto__', 'constructor', 'toString', '\u0000', null, 1, [], {}];
const NUMBERS = [0, -1, 1.5, 1e308, 2 ** 53, 2 ** 63, '1', null, [], true];

/** An event with unexpected arguments; with a callback when `acknowledged`. */
export interface Frame {
  readonly event: string;
  readonly args: readonly unknown[];
  readonly acknowledged: boolean;
}

/** Events of socket.io that are empty or invalid. */
export function malformedFrame(ids: readonly string[]): fc.Arbitrary<Frame> {
  const id = fc.oneof(
    fc.constantFrom(...ids, ...ids.map((each) => each.toUpperCase()), ...ids.map((each) => `${each}.scenario.x`)),
    fc.constantFrom(...IDS),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const request = fc.record(
    {
      topic: fc.constantFrom(...TOPICS),
      id,
      since: fc.constantFrom(...NUMBERS),
      generation: fc.constantFrom(...NUMBERS),
      unknown: fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: [] },
  );
  const report = fc.record(
    {
      sessionId: id,
      scenarioId: fc.oneof(id, fc.constant(null)),
      since: fc.constantFrom('', '0000-01-01T00:00:00Z', '99999-01-01T00:00:00Z', '2026-03-01T10:00:00Z', null, 1, []),
      idle: fc.constantFrom(true, false, 'true', null),
      needsHelp: fc.constantFrom(true, false, 1, undefined),
      unknown: fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: ['sessionId', 'scenarioId', 'since', 'idle', 'needsHelp'] },
  );
  const argument = fc.oneof(
    { weight: 4, arbitrary: request },
    { weight: 2, arbitrary: report },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)) },
  );
  return fc.record({
    event: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('watch', 'watch', 'unwatch', 'presence') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', 'unknown', 'changes', 'resync', '__proto__', 'constructor', 'message'),
      },
    ),
    args: fc.array(argument, { maxLength: 3 }),
    acknowledged: fc.boolean(),
  });
}

/** Messages that socket.io itself cannot parse, in their form on the network. */
export const UNREADABLE_MESSAGES: readonly string[] = [
  '',
  '9',
  '4',
  '42',
  '42/live',
  '42/live,',
  '42/live,{',
  '42/live,"watch"',
  '42/live,["watch"',
  '42/live,[]',
  '42/live,[null]',
  '42/live,[{}]',
  '42/live,["connect_error"]',
  '42/live,["disconnect"]',
  '42/live,99999999999999999999["watch",{}]',
  '42/elsewhere,["watch",{}]',
  '43/live,1[]',
  '43/live,["x"]',
  '44/live,{"message":"x"}',
  '45/live,["x"]',
  '451-/live,["watch",{"_placeholder":true,"num":0}]',
  '451-/live,["watch",{"_placeholder":true,"num":7}]',
  '459999999999-/live,["watch"]',
  '40/live,{',
  '40/live,[]',
  '40/elsewhere',
  '40/live?token=x,',
  '41/live,',
  'bAAAA',
  'bnot base64 at all',
  '3',
  '2probe',
  '5',
  '6',
  '1',
  '\u0000',
  'x'.repeat(16_000),
  `42/live,${'['.repeat(8_000)}`,
  `42/live,["watch",${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}]`,
  'x'.repeat(20_000),
];
