import type { IncomingMessage } from 'node:http';
import { clientAddress } from './client-address.js';
import { HandshakeBudget } from './socket-limits.js';

describe('handshakes', () => {
  const admitted = (budget: HandshakeBudget, address: () => string): number =>
    Array.from({ length: 200 }, () => budget.take(address())).filter(Boolean).length;

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

describe('the address of a client', () => {
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
  ])('with %p behind %d proxies is %s', (forwarded, proxies, address) => {
    expect(clientAddress(request(forwarded), proxies)).toBe(address);
  });
});
