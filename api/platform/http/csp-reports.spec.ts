import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sendRequest } from './testing/send-request.js';
import { createTestHttpApplication } from './testing/test-http-application.js';

let app: NestFastifyApplication;
const lines: unknown[] = [];

beforeAll(async () => {
  app = await createTestHttpApplication({});
});
beforeEach(() => {
  lines.length = 0;
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: unknown) => void lines.push(line));
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

const report = (body: object, contentType = 'application/csp-report') =>
  sendRequest(app, {
    method: 'POST',
    url: '/api/csp-reports',
    headers: { 'content-type': contentType },
    payload: JSON.stringify({ 'csp-report': body }),
  });

it('logs the blocked origin, the page and the directive without names and secrets', async () => {
  const { statusCode } = await report({
    'document-uri': 'https://example.org/reset-password?email=ada@example.org&token=secret',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/steal?what=everything',
    'original-policy': "default-src 'self'",
  });
  expect(statusCode).toBe(204);
  expect(lines).toEqual(['a browser blocked https://evil.example on /reset-password because of script-src-elem']);
});

it.each([
  [
    { 'document-uri': 'https://example.org/', 'violated-directive': "script-src 'self'", 'blocked-uri': 'inline' },
    'a browser blocked inline on / because of script-src',
  ],
  [
    {
      'document-uri': 'https://example.org/instructor/gradebook/Ada%20Byron',
      'effective-directive': 'script-src',
      'blocked-uri': 'wasm-eval',
    },
    'a browser blocked wasm-eval on /instructor because of script-src',
  ],
  [
    { 'document-uri': 'about', 'effective-directive': '\r\nforged', 'blocked-uri': 'a name\r\nforged' },
    'a browser blocked an unknown resource on an unknown page because of an unknown directive',
  ],
  [
    { 'document-uri': `https://example.org/${'x'.repeat(500)}`, 'effective-directive': 'img-src' },
    'a browser blocked an unknown resource on an unknown page because of img-src',
  ],
])('logs the safe parts of report %#', async (body, line) => {
  expect((await report(body)).statusCode).toBe(204);
  expect(lines).toEqual([line]);
});

it('logs a repeated report only once within a short time', async () => {
  const style = {
    'document-uri': 'https://example.org/play',
    'effective-directive': 'style-src',
    'blocked-uri': 'data',
  };
  for (let times = 0; times < 20; times += 1) expect((await report(style)).statusCode).toBe(204);
  expect(lines).toEqual(['a browser blocked data on /play because of style-src']);
});

it('rejects malformed reports and bodies over 16 kB', async () => {
  expect((await sendRequest(app, { method: 'POST', url: '/api/csp-reports' })).statusCode).toBe(400);
  expect((await report({ 'blocked-uri': 5 })).statusCode).toBe(400);
  expect((await report({ sample: 'x'.repeat(20_000) })).statusCode).toBe(413);
  expect((await report({}, 'text/plain')).statusCode).toBe(415);
  expect(lines).toEqual([]);
});
