import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GradebookRow } from '../contracts/gradebook.contract.js';
import { SECRET_NAMES } from '../config.js';
import { withClient } from '../platform/database/postgres-roles.js';
import { createTestDatabase, type TestDatabase } from '../platform/database/testing/test-database.js';
import { OtlpReceiver, type ReceivedSpan } from '../platform/tracing/testing/otlp-receiver.js';
import { readAccounts } from '../../infra/simulate/accounts.js';
import { LiveWatcher } from '../../infra/simulate/live-watcher.js';
import { makeAttempt } from '../../infra/simulate/make-attempt.js';
import { type PreparedClass, prepareClass } from '../../infra/simulate/prepare-class.js';
import { makeFolder, removeDataDir } from './testing/folders.js';
import { eventually, killAll, launch, type PlatformProcess } from './testing/platform-process.js';

const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

/** Prints the OpenTelemetry packages that the process has loaded when it exits. The metrics library itself loads the API package. */
const PRINT_PACKAGES = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module';
  const { cache } = createRequire(${JSON.stringify(`${checkout}/package.json`)});
  const nameOf = (file) => /node_modules[/](@opentelemetry[/](?!api[/])[^/]+)/.exec(file)?.[1];
  process.on('exit', () => console.error('loaded: ' + [...new Set(Object.keys(cache).map(nameOf))].filter(Boolean)));
`)}`;

let database: TestDatabase;
let dataDir: string;
let receiver: OtlpReceiver;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = makeFolder('data', 0o700);
  receiver = await OtlpReceiver.start();
});
afterEach(killAll);
afterAll(async () => {
  await receiver.close();
  removeDataDir(dataDir);
  await database.drop();
});

const secrets = Object.fromEntries(SECRET_NAMES.map((name) => [name, randomBytes(32).toString('base64')]));

function node(roles: string, settings: Record<string, string> = {}): PlatformProcess {
  return launch({
    command: [process.execPath, '--import', PRINT_PACKAGES, 'dist/api/main.js'],
    cwd: checkout,
    env: {
      ...secrets,
      DATA_DIR: dataDir,
      DATABASE_URL: database.appUrl,
      DATABASE_ADMIN_URL: database.adminUrl,
      DEMO: 'on',
      ROLES: roles,
      ...settings,
    },
  });
}

async function stop(process_: PlatformProcess): Promise<string> {
  process.kill(process_.pid, 'SIGTERM');
  expect(await process_.exited()).toEqual({ code: 0, signal: null });
  return process_.stderr();
}

const aClass = async (url: string): Promise<PreparedClass> =>
  prepareClass(url, await readAccounts(join(dataDir, 'demo-accounts.json'), 1));

let attempts = 0;

/** Submits the student's first attempt of a scenario. Resolves when a watcher of the class has received it. */
async function submitResult(prepared: PreparedClass, headers: Record<string, string>): Promise<void> {
  const { students, instructor, scenarios, sessionId } = prepared;
  const student = students[0]!;
  const attempt = makeAttempt(scenarios[attempts++]!, sessionId, 0, new Date());
  let seen = false;
  const watcher = new LiveWatcher<GradebookRow>(instructor, 'gradebook', sessionId, (rows, full) => {
    if (!full && JSON.stringify(rows).includes(student.userId)) seen = true;
  });
  await watcher.start();
  const response = await fetch(`${student.url}/api/scores`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-token': await student.token(), ...headers },
    body: JSON.stringify(attempt),
  });
  expect(response.status).toBe(202);
  await eventually('the score', () => seen);
  watcher.close();
}

/** Returns the stored traces of scores. */
const traceparents = (): Promise<unknown[]> =>
  withClient(database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ traceparent: unknown }>(
      `select metadata->'traceparent' as traceparent from log.events
       where type = 'ScoreSubmitted' and metadata ? 'traceparent'`,
    );
    return rows.map(({ traceparent }) => traceparent);
  });

it('loads and stores nothing of OpenTelemetry while tracing is off', async () => {
  const platform = node('http,worker');
  await submitResult(await aClass(await platform.ready()), { traceparent: `00-${TRACE}-${CALLER}-01` });
  const log = await stop(platform);
  expect(log).toMatch(/^loaded: $/m);
  expect(log).not.toContain('trace_id');
  expect(await traceparents()).toEqual([]);
});

it('follows a score from the request through the worker to the watcher', async () => {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint };
  const worker = node('worker', settings);
  const http = node('http', settings);
  const [url] = await Promise.all([http.ready(), worker.ready()]);
  const prepared = await aClass(url);
  await submitResult(prepared, { traceparent: `00-${TRACE}-${CALLER}-01` });
  const logs = [await stop(http), await stop(worker)];
  for (const log of logs) expect(log).toMatch(/^loaded: .*@opentelemetry\/sdk-trace/m);

  const one = (service: string, name: string): ReceivedSpan => {
    const found = receiver.spans.filter((span) => span.traceId === TRACE && span.name === name);
    expect(found.map((span) => span.service)).toEqual([service]);
    return found[0]!;
  };
  const post = one('ready-room-http', 'POST /api/scores');
  const append = one('ready-room-http', 'append');
  const project = one('ready-room-worker', 'project');
  const [push] = receiver.spans.filter((span) => span.attributes['ready_room.topic'] === 'gradebook');
  expect([post.parentId, append.parentId, project.parentId]).toEqual([CALLER, post.spanId, append.spanId]);
  expect(push).toMatchObject({ service: 'ready-room-http', name: 'push', traceId: TRACE, parentId: project.spanId });
  expect(await traceparents()).toEqual([`00-${TRACE}-${append.spanId}-01`]);

  const lines = logs[0]!.split('\n').filter((line) => line.includes('"route":"/api/scores"'));
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'answered', trace_id: TRACE, span_id: post.spanId, trace_flags: '01' },
  ]);
  const names = new Set(receiver.spans.map((span) => span.name));
  expect([...names].filter((name) => !/^(append|project|push|[A-Z]+ \/api\/.+)$/.test(name))).toEqual([]);
});

it('serves and stops while the receiver is unreachable', async () => {
  const away = await OtlpReceiver.start();
  const { endpoint } = away;
  await away.close();
  const platform = node('http,worker', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: 'always_on' });
  await submitResult(await aClass(await platform.ready()), {});
  const log = await stop(platform);
  expect(log).not.toContain('unfinished requests were aborted');
  expect(log).not.toContain('unexpected error');
});
