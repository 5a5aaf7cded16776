import { Logger, type LoggerService } from '@nestjs/common';
import { loadConfig } from '../../config.js';
import { until } from '../../testing/until.js';
import { OtlpReceiver } from './testing/otlp-receiver.js';
import { openTracer, traceFields } from './tracer.js';
import type { OpenTelemetry } from './open-telemetry.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const OTHER_TRACE = '1bf7651916cd43dd8448eb211c80319c';
const traceparent = (trace: string, isRecorded = true): string => `00-${trace}-b7ad6b7169203331-0${isRecorded ? 1 : 0}`;

let receiver: OtlpReceiver;
let tracer: OpenTelemetry;
const warnings: unknown[] = [];

async function start(settings: Record<string, string> = {}): Promise<void> {
  const config = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, ...settings });
  tracer = (await openTracer(config, 'node-1')) as OpenTelemetry;
}

/** Traces a request with one step. Returns the trace context of the step. */
async function request(headers: Record<string, string> = {}, status = 201): Promise<string | undefined> {
  const span = tracer.startRequest('POST /api/scores', 'request-1', headers, {});
  const step = await tracer.step('append', 'request-1', {}, (context) => Promise.resolve(context));
  tracer.endRequest(span, 'request-1', status);
  return step;
}

beforeAll(() => {
  const warn: LoggerService['warn'] = (line: unknown) => warnings.push(line);
  Logger.overrideLogger({ log: () => undefined, warn, error: warn });
});
afterAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  warnings.length = 0;
  receiver = await OtlpReceiver.start();
});
afterEach(async () => {
  await tracer.onApplicationShutdown();
  await receiver.close();
});

it('continues the trace of the caller, and sends spans with the headers and the service of the settings', async () => {
  await start({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret', OTEL_SERVICE_NAME: 'training' });
  const step = await request({ traceparent: traceparent(TRACE) });
  await tracer.onApplicationShutdown();
  const [append, post] = receiver.spans;
  expect(post).toMatchObject({ service: 'training', traceId: TRACE, parentId: 'b7ad6b7169203331', failed: false });
  expect(post!.attributes).toMatchObject({ 'http.response.status_code': 201 });
  expect(append).toMatchObject({ name: 'append', traceId: TRACE, parentId: post!.spanId });
  expect(step).toBe(`00-${TRACE}-${append!.spanId}-01`);
  expect(receiver.headers[0]).toMatchObject({ authorization: 'Bearer secret' });
});

it('sends no spans of a trace that the caller does not record, but names the trace in log lines', async () => {
  await start();
  const span = tracer.startRequest('GET /api/x', 'request-1', { traceparent: traceparent(TRACE, false) }, {});
  expect(traceFields(span)).toMatchObject({ trace_id: TRACE, trace_flags: '00' });
  expect(await request({ traceparent: traceparent(TRACE, false) })).toBeUndefined();
  await tracer.onApplicationShutdown();
  expect(receiver.spans).toEqual([]);
});

it.each([
  ['parentbased_traceidratio', '0', true, 1],
  ['parentbased_traceidratio', '1', false, 0],
  ['traceidratio', '0', true, 0],
  ['traceidratio', '1', false, 1],
  ['parentbased_always_on', '0', false, 0],
  ['always_on', '0', false, 1],
  ['always_off', '1', true, 0],
])('samples requests as %s with %s', async (sampler, ratio, isRecorded, requests) => {
  await start({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio });
  await request({ traceparent: traceparent(TRACE, isRecorded) });
  await tracer.onApplicationShutdown();
  expect(receiver.spans.filter(({ name }) => name === 'POST /api/scores')).toHaveLength(requests);
});

it('starts a new trace for a malformed traceparent', async () => {
  await start({ OTEL_TRACES_SAMPLER: 'always_on' });
  await request({ traceparent: `00-${TRACE}-short-01` });
  await tracer.onApplicationShutdown();
  expect(receiver.spans.map(({ traceId }) => traceId)).not.toContain(TRACE);
  expect(receiver.spans).toHaveLength(2);
});

it('creates no span for a step outside a recorded request, or after its response', async () => {
  await start();
  const span = tracer.startRequest('GET /api/x', 'request-1', { traceparent: traceparent(TRACE) }, {});
  tracer.endRequest(span, 'request-1', 200);
  const late = await tracer.step('append', 'request-1', {}, (context) => Promise.resolve(context));
  const outside = await tracer.step('append', 'request-2', {}, (context) => Promise.resolve(context));
  await tracer.onApplicationShutdown();
  expect([late, outside]).toEqual([undefined, undefined]);
  expect(receiver.spans.map(({ name }) => name)).toEqual(['GET /api/x']);
});

it('distinguishes the spans of two open requests with the same id', async () => {
  await start();
  const first = tracer.startRequest('GET /api/first', 'twice', { traceparent: traceparent(OTHER_TRACE) }, {});
  const second = tracer.startRequest('GET /api/second', 'twice', { traceparent: traceparent(TRACE) }, {});
  tracer.endRequest(first, 'twice', 200);
  const step = await tracer.step('append', 'twice', {}, (context) => Promise.resolve(context));
  tracer.endRequest(second, 'twice', 200);
  await tracer.onApplicationShutdown();
  expect(step).toContain(TRACE);
  expect(receiver.spans.map(({ name }) => name)).toEqual(['GET /api/first', 'append', 'GET /api/second']);
});

it('creates a span for each trace of a batch and links the others to the first', async () => {
  await start();
  const origins = [traceparent(TRACE), traceparent(OTHER_TRACE), 'malformed', traceparent(OTHER_TRACE, false)];
  const passedOn = await tracer.follow('project', origins, { events: 2 }, (context) => Promise.resolve(context));
  await tracer.onApplicationShutdown();
  const [first, other, ...more] = receiver.spans;
  expect(more).toEqual([]);
  expect(passedOn).toBe(`00-${TRACE}-${first!.spanId}-01`);
  expect(first).toMatchObject({ name: 'project', traceId: TRACE, links: [], attributes: { events: 2 } });
  expect(other).toMatchObject({ traceId: OTHER_TRACE, links: [{ traceId: TRACE, spanId: first!.spanId }] });
});

it('marks the span of failed work without the error’s message, and rethrows the error', async () => {
  await start();
  const fails = tracer.follow('project', [traceparent(TRACE)], {}, () => Promise.reject(new TypeError('of Sam')));
  await expect(fails).rejects.toThrow('of Sam');
  await request({ traceparent: traceparent(TRACE) }, 503);
  await tracer.onApplicationShutdown();
  const [project, , post] = receiver.spans;
  expect(project).toMatchObject({ failed: true, attributes: { 'error.type': 'TypeError' } });
  expect(JSON.stringify(project)).not.toContain('Sam');
  expect(post!.failed).toBe(true);
});

it('warns once a minute while the receiver rejects spans', async () => {
  receiver.status = 401;
  await start({ OTEL_TRACES_SAMPLER: 'always_on' });
  // A batch of 512 spans is sent immediately, the others at shutdown.
  for (let nth = 0; nth < 300; nth += 1) await request();
  await until(() => warnings.length > 0);
  await tracer.onApplicationShutdown();
  expect(receiver.headers).toHaveLength(2);
  expect(warnings).toEqual([
    `Traces are incomplete, sending them to ${new URL(receiver.endpoint).host} failed: Unauthorized`,
  ]);
});

it('stops within seconds while the receiver does not respond, and resends the lost spans', async () => {
  receiver.status = undefined;
  await start({ OTEL_TRACES_SAMPLER: 'always_on' });
  await request();
  const began = performance.now();
  await tracer.onApplicationShutdown();
  expect(receiver.headers).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(5_000);
  receiver.status = 200;
  receiver.cut();
  await until(() => receiver.spans.length > 0);
  expect(receiver.spans.map(({ name }) => name)).toEqual(['append', 'POST /api/scores']);
});
