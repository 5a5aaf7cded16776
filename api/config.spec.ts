import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, SECRET_NAMES, secretValues } from './config.js';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_a1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_a1',
  STRIPE_WEBHOOK_SECRET: 'whsec_a1',
  STRIPE_PRICE_ID: 'price_a1',
};

describe('card payment', () => {
  it('is off without its settings', () => {
    expect(loadConfig({}).stripe).toBeUndefined();
    expect(loadConfig({ STRIPE_SECRET_KEY: '', STRIPE_API_BASE: 'http://127.0.0.1:4242' }).stripe).toBeUndefined();
  });

  it('is on with all of them', () => {
    expect(loadConfig(stripe).stripe).toMatchObject({
      secretKey: 'sk_test_a1',
      publishableKey: 'pk_test_a1',
      webhookSecret: 'whsec_a1',
      priceId: 'price_a1',
      apiBase: undefined,
    });
  });

  it.each(Object.keys(stripe))('is refused without %s', (name) => {
    expect(() => loadConfig({ ...stripe, [name]: undefined })).toThrow(/must be set together/);
  });

  it('is refused when one key is live and the other is a test key', () => {
    expect(() => loadConfig({ ...stripe, STRIPE_SECRET_KEY: 'sk_live_a1' })).toThrow(/the other a live key/);
  });

  it('does not repeat an invalid secret in the message', () => {
    const odd = { ...stripe, STRIPE_SECRET_KEY: 'hidden_key' };
    expect(() => loadConfig(odd)).toThrow(/STRIPE_SECRET_KEY: must be a secret key/);
    expect(() => loadConfig(odd)).not.toThrow(/hidden/);
  });
});

describe('secrets', () => {
  it.each([
    ['short', 'q7Yw0bRz5kTn3xVh8Lm'],
    ['one repeated character', 'x'.repeat(64)],
    ['from an example', 'change-me-change-me-change-me-change-me-change-me'],
    ['from another example', 'an-example-of-a-secret-that-is-long-enough-for-all'],
  ])('are refused when they are %s', (_, text) => {
    expect(() => loadConfig({ MASTER_KEY: text })).toThrow(/^MASTER_KEY: must contain at least 256 random bits/);
    expect(() => loadConfig({ MASTER_KEY: text })).not.toThrow(new RegExp(text));
  });

  it('may be written in hexadecimal', () => {
    const text = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
    expect(loadConfig({ MASTER_KEY: text }).secrets.MASTER_KEY).toBe(text);
  });

  const [first, second] = [
    'q7Yw0bRz5kTn3xVh8LmJ1cFd6sGpE2uAoKi9yWvNtXe=',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c',
  ];

  it.each([
    ['one value', first, [first]],
    ['a list, the newest first', `${first}, ${second}`, [first, second]],
    [
      'a JSON list',
      JSON.stringify(['a value, with a comma, from before there were lists', first]),
      ['a value, with a comma, from before there were lists', first],
    ],
    [
      'a value with commas of a version without lists',
      'a value, with a comma, from before there were lists',
      ['a value, with a comma, from before there were lists'],
    ],
  ])('may be %s', (_, text, values) => {
    expect(secretValues(loadConfig({ HMAC_KEY: text }).secrets.HMAC_KEY!)).toEqual(values);
  });

  it.each([
    ['a short value in a list', `${first},short`],
    ['a list that ends with a comma', `${first},`],
    ['an invalid JSON list', `["${first}"`],
    ['a short value in a JSON list', `["${first}", "short"]`],
  ])('are refused for %s', (_, text) => {
    expect(() => loadConfig({ HMAC_KEY: text })).toThrow(/^HMAC_KEY: must /);
    expect(() => loadConfig({ HMAC_KEY: text })).not.toThrow(new RegExp(first.slice(0, 20)));
  });

  it.each(SECRET_NAMES)('are required together with DATABASE_URL: %s', (name) => {
    const given = Object.fromEntries(
      SECRET_NAMES.map((other) => [other, 'q7Yw0bRz5kTn3xVh8LmJ1cFd6sGpE2uAoKi9yWvNtXe=']),
    );
    const environment = { DATABASE_URL: 'postgres://app@db/training', ...given, [name]: '' };
    expect(() => loadConfig(environment)).toThrow(`${name}: must be set together with DATABASE_URL.`);
  });
});

describe('the replica', () => {
  const secret = 'q7Yw0bRz5kTn3xVh8LmJ1cFd6sGpE2uAoKi9yWvNtXe=';
  const database = {
    DATABASE_URL: 'postgres://app@db/training',
    ...Object.fromEntries(SECRET_NAMES.map((name) => [name, secret])),
  };

  it('is off without its address, and has the address of the setting', () => {
    const DATABASE_REPLICA_URL = 'postgresql://app:hidden@replica/training';
    expect(loadConfig(database).databaseReplicaUrl).toBeUndefined();
    expect(loadConfig({ ...database, DATABASE_REPLICA_URL }).databaseReplicaUrl).toBe(DATABASE_REPLICA_URL);
  });

  it.each([
    [
      'an address of something else',
      { ...database, DATABASE_REPLICA_URL: 'https://app:hidden@replica' },
      /must look like postgres:/,
    ],
    ['the embedded PostgreSQL', { DATABASE_REPLICA_URL: 'postgres://app:hidden@replica/db' }, /needs DATABASE_URL\./],
  ])('is refused with %s, without repeating the address', (_, environment, sentence) => {
    expect(() => loadConfig(environment)).toThrow(/^DATABASE_REPLICA_URL: /);
    expect(() => loadConfig(environment)).toThrow(sentence);
    expect(() => loadConfig(environment)).not.toThrow(/hidden/);
  });
});

describe('settings from files', () => {
  const secret = 'q7Yw0bRz5kTn3xVh8LmJ1cFd6sGpE2uAoKi9yWvNtXe=';
  let folder: string;
  const file = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ready-room-settings-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are read for every secret and every address that contains a secret', async () => {
    const environment: NodeJS.ProcessEnv = {};
    for (const name of SECRET_NAMES) environment[`${name}_FILE`] = await file(name, `${name}${secret}\n`);
    const urls = {
      DATABASE_URL: 'postgres://app:a@db/ready_room',
      DATABASE_ADMIN_URL: 'postgres://admin:b@db/ready_room',
      REDIS_URL: 'redis://:c@redis:6379',
      SMTP_URL: 'smtp://user:d@mail:25',
    };
    for (const [name, url] of Object.entries({ ...urls, ...stripe })) {
      environment[`${name}_FILE`] = await file(name, `${url}\r\n`);
    }
    const config = loadConfig(environment);
    expect(config.secrets).toEqual(Object.fromEntries(SECRET_NAMES.map((name) => [name, name + secret])));
    expect([config.databaseUrl, config.databaseAdminUrl, config.redisUrl, config.smtpUrl]).toEqual(Object.values(urls));
    expect(config.stripe).toMatchObject({ secretKey: 'sk_test_a1', webhookSecret: 'whsec_a1' });
  });

  it('are validated like variables, without repeating them in the message', async () => {
    const path = await file('short', 'too short\n');
    expect(() => loadConfig({ JWT_SECRET_FILE: path })).toThrow(/^JWT_SECRET: must contain at least 256 random bits/);
    expect(() => loadConfig({ JWT_SECRET_FILE: path })).not.toThrow(/too short/);
  });

  it('are not set when the file is empty, and are refused when the file is missing', async () => {
    const empty = await file('empty', '\n');
    const missing = join(folder, 'missing');
    expect(loadConfig({ STRIPE_SECRET_KEY_FILE: empty, STRIPE_WEBHOOK_SECRET_FILE: empty }).stripe).toBeUndefined();
    expect(() => loadConfig({ HMAC_KEY_FILE: missing })).toThrow(`HMAC_KEY_FILE: ${missing} cannot be read (ENOENT).`);
  });

  it('are refused when the variable is also set', async () => {
    const path = await file('twice', secret);
    expect(() => loadConfig({ AUDIT_KEY: secret, AUDIT_KEY_FILE: path })).toThrow(
      'AUDIT_KEY, AUDIT_KEY_FILE: only one of them may be set.',
    );
    expect(loadConfig({ AUDIT_KEY: '', AUDIT_KEY_FILE: path }).secrets.AUDIT_KEY).toBe(secret);
  });
});

describe('tracing', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example/otlp';

  it('is off without a receiver', () => {
    expect(loadConfig({ OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeUndefined();
  });

  it('records a tenth of the traces and names the service after the roles by default', () => {
    expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, ROLES: 'worker' }).tracing).toEqual({
      endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
      headers: undefined,
      serviceName: 'ready-room-worker',
      sampler: 'parentbased_traceidratio',
      ratio: 0.1,
    });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer secret'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '10'],
  ])('refuses %s=%s', (name, value) => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT, [name]: value };
    expect(() => loadConfig(settings)).toThrow(new RegExp(`^${name}: `));
    expect(() => loadConfig(settings)).not.toThrow(/secret/);
  });
});

describe('the log in KurrentDB', () => {
  it('is off without its address', () => {
    expect(loadConfig({ KURRENTDB_STREAM_PREFIX: 'ours' }).kurrentDb).toBeUndefined();
  });

  it.each([
    'kurrentdb://admin:changeit@node:2113?tls=true',
    'kurrentdb+discover://cluster',
    'esdb://a:2113,b:2113?tls=false',
    'kurrentdb://admin:p%40ss%3Aword@a,b,c:2114/?keep-alive-interval=10000&NodePreference=leader',
  ])('is at %s', (url) => expect(loadConfig({ KURRENTDB_URL: url }).kurrentDb).toEqual({ url, streamPrefix: '' }));

  it.each([
    [{ KURRENTDB_URL: 'http://node:2113' }, /KURRENTDB_URL: must look like kurrentdb:/],
    [{ KURRENTDB_URL: 'kurrentdb+discover://a,b,c' }, /takes one DNS name.*write kurrentdb:\/\/a,b,c/],
    [{ KURRENTDB_STREAM_PREFIX: '$ours' }, /KURRENTDB_STREAM_PREFIX: must be letters/],
  ])('is refused with %j', (environment, reason) => {
    expect(() => loadConfig(environment)).toThrow(reason);
  });

  it.each([
    ['hidden@node?colour=blue', 'the parameter "colour" is unknown, known are tls, '],
    ['hidden@node?throwOnAppendFailure=false', 'the parameter "throwOnAppendFailure" is unknown'],
    ['hidden@node?tls=maybe', 'the value of the parameter tls is not valid'],
    ['hidden@node?tls=true&TLS=false', 'the parameter tls is written twice'],
    ['hidden@node?keepAliveTimeout=3s', 'the value of the parameter keepAliveTimeout is not valid'],
    ['hidden@node:http', 'a host or port is not valid'],
    ['hidden@node:70000', 'port 70000 is not between 1 and 65535'],
    ['open@hidden@node', 'a host or port is not valid'],
    ['open@a?hidden=1@node', 'write an @ in a password or parameter as %40'],
    ['hid:hidden@node', 'write a colon in the password as %3A'],
    ['hidden%@node', 'write a percent sign in user or password as %25'],
    ['hidden@node?tlsCAFile=/missing/ca.crt', 'the file of tlsCAFile, /missing/ca.crt, cannot be read (ENOENT)'],
  ])('is refused at kurrentdb://admin:%s without printing the password', (rest, reason) => {
    const load = (): unknown => loadConfig({ KURRENTDB_URL: `kurrentdb://admin:${rest}` });
    expect(load).toThrow(`KURRENTDB_URL: ${reason}`);
    expect(load).not.toThrow(/hidden|admin/);
  });
});

describe('anchors of seals', () => {
  it('are off by default', () => {
    expect(loadConfig({}).sealAnchors).toEqual({ file: undefined, webhook: undefined, syslog: undefined });
  });

  it.each([
    ['SEAL_ANCHOR_WEBHOOK', 'https://anchors.example/hook?key=1'],
    ['SEAL_ANCHOR_WEBHOOK', 'http://127.0.0.1:8080/hook'],
    ['SEAL_ANCHOR_WEBHOOK', 'http://[::1]:8080/hook'],
    ['SEAL_ANCHOR_SYSLOG', 'tls://logs.example'],
    ['SEAL_ANCHOR_SYSLOG', 'tcp://[2001:db8::1]:601'],
    ['SEAL_ANCHOR_SYSLOG', 'udp://logs.example:514'],
  ])('take %s=%s', (name, url) => {
    expect(Object.values(loadConfig({ [name]: url }).sealAnchors)).toContain(url);
  });

  it.each([
    ['SEAL_ANCHOR_WEBHOOK', 'http://anchors.example/hidden', /^SEAL_ANCHOR_WEBHOOK: must be an https address/],
    [
      'SEAL_ANCHOR_WEBHOOK',
      'http://localhost:hidden@anchors.example/',
      /^SEAL_ANCHOR_WEBHOOK: must be an https address/,
    ],
    ['SEAL_ANCHOR_WEBHOOK', 'hidden', /^SEAL_ANCHOR_WEBHOOK: Invalid URL$/],
    ['SEAL_ANCHOR_SYSLOG', 'logs.example:514', /^SEAL_ANCHOR_SYSLOG: must look like tls:/],
    ['SEAL_ANCHOR_SYSLOG', 'https://logs.example', /^SEAL_ANCHOR_SYSLOG: must look like tls:/],
    ['SEAL_ANCHOR_SYSLOG', 'tcp://user:hidden@logs.example', /^SEAL_ANCHOR_SYSLOG: must look like tls:/],
    ['SEAL_ANCHOR_SYSLOG', 'tcp://logs.example:99999', /^SEAL_ANCHOR_SYSLOG: must look like tls:/],
    ['SEAL_ANCHOR_SYSLOG', 'tcp:///logs', /^SEAL_ANCHOR_SYSLOG: must look like tls:/],
  ])('refuse %s=%s', (name, url, sentence) => {
    expect(() => loadConfig({ [name]: url })).toThrow(sentence);
    expect(() => loadConfig({ [name]: url })).not.toThrow(/hidden/);
  });
});
