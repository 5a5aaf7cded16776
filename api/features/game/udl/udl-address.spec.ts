import { udlAddress } from './udl-address.js';

const BASE = 'https://udl.example:8443/v2';

it.each([
  ['/api/udl/elset/current', 'https://udl.example:8443/v2/elset/current'],
  ['/api/udl/elset?epoch=2026..2027&sort=a%20b', 'https://udl.example:8443/v2/elset?epoch=2026..2027&sort=a%20b'],
  ['/api/udl/a%2eb/', 'https://udl.example:8443/v2/a%2eb/'],
  [
    '/api/udl/file..name?to=https://evil.example/..',
    'https://udl.example:8443/v2/file..name?to=https://evil.example/..',
  ],
])('maps %s to an address below the configured path', (url, address) => {
  expect(udlAddress(BASE, url)?.href).toBe(address);
});

it('puts the configured query before that of the request', () => {
  expect(udlAddress('https://udl.example/v2/?key=1', '/api/udl/elset?a=b')?.href).toBe(
    'https://udl.example/v2/elset?key=1&a=b',
  );
});

it.each([
  '..',
  '../admin',
  'a/../../admin',
  '%2e%2e/admin',
  '%2E./admin',
  '.%2e',
  '..;/admin',
  'a/./b',
  '..%2fadmin',
  'a%2f..%2f..%2fadmin',
  '%252e%252e/admin',
  String.raw`..\admin`,
  '%5c%5cevil.example',
  '/evil.example/x',
  'a//b',
  'a%00b',
  'a%0d%0ab',
  '%ff',
  '%',
  'a#b',
  'a b',
  'ü',
])('rejects the path %j, which could lead elsewhere', (path) => {
  expect(udlAddress(BASE, `/api/udl/${path}`)).toBeNull();
});

it('rejects another encoding of the route prefix', () => {
  expect(udlAddress(BASE, '/api/ud%6c/elset')).toBeNull();
});

it.each(['https://evil.example/', 'http:evil', '@evil.example', ':80@evil.example/'])(
  'treats %j as a path or rejects it, never as another server',
  (path) => {
    const origin = udlAddress(BASE, `/api/udl/${path}`)?.origin ?? new URL(BASE).origin;
    expect(origin).toBe(new URL(BASE).origin);
  },
);
