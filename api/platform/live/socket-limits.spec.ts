import type { IncomingMessage } from 'node:http';
import { clientAddress } from './client-address.js';
import { HandshakeBudget, isBehind } from './socket-limits.js';

describe('handshakes', () => {
  const admitted = (budget: HandshakeBudget, address: () => string): number =>
    Array.from({ length: 200 }, () => budget.admit(address())).filter(Boolean).length;

  it('from one address leave room for others', () => {
    let now = 0;
    const budget = new HandshakeBudget(() => now);
    expect(admitted(budget, () => 'flood')).toBe(40);
    let next = 0;
    expect(admitted(budget, () => `${(next += 1)}`)).toBe(60);
    now = 1_000;
    expect(admitted(budget, () => 'flood')).toBe(40);
  });
});

describe('isBehind for a socket', () => {
  const reader = (bufferedAmount: number, waiting: readonly string[]) =>
    ({
      conn: {
        transport: { socket: { bufferedAmount } },
        writeBuffer: waiting.map((data) => ({ type: 'message', data })),
      },
    }) as unknown as Parameters<typeof isBehind>[0];
  const long = 'x'.repeat(300_000);

  it.each<[string, boolean, number, readonly string[]]>([
    ['without unsent data', false, 0, []],
    ['with a megabyte of unsent data', false, 1_000_000, []],
    ['with more than a megabyte of unsent data', true, 1_000_001, []],
    ['with 200 waiting packets', false, 0, Array.from({ length: 200 }, () => 'x')],
    ['with more than 200 waiting packets', true, 0, Array.from({ length: 201 }, () => 'x')],
    ['with a megabyte in waiting packets', true, 100_001, [long, long, long]],
  ])('%s: %p', (_, expected, bufferedAmount, waiting) => {
    expect(isBehind(reader(bufferedAmount, waiting))).toBe(expected);
  });
});

describe('the client address', () => {
  const request = (forwarded?: string): IncomingMessage =>
    ({
      socket: { remoteAddress: '10.0.0.1' },
      headers: { 'x-forwarded-for': forwarded },
    }) as unknown as IncomingMessage;

  it.each<[string | undefined, number, string]>([
    ['1.1.1.1, 2.2.2.2', 0, '10.0.0.1'],
    ['1.1.1.1, 2.2.2.2', 1, '2.2.2.2'],
    ['1.1.1.1, 2.2.2.2', 2, '1.1.1.1'],
    ['1.1.1.1, 2.2.2.2', 9, '1.1.1.1'],
    [undefined, 1, '10.0.0.1'],
    ['', 1, '10.0.0.1'],
  ])('with X-Forwarded-For %p and %d trusted proxies is %s', (forwarded, proxies, address) => {
    expect(clientAddress(request(forwarded), proxies)).toBe(address);
  });
});
