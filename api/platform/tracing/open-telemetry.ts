import type { IncomingHttpHeaders } from 'node:http';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  type Attributes,
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import {
  parseKeyPairsIntoRecord,
  parseTraceParent,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../../config-settings.js';
import { failureText } from '../failures.js';
import { BUILD_ID } from '../ops/package-info.js';
import { withinTime } from '../within-time.js';
import type { TracedWork, Tracer } from './tracer.js';

/** Longest time that a shutdown waits until the last spans are sent. */
const FLUSH_WITHIN_MS = 2_000;
/** Largest number of traces that one span continues. More traces are a backlog, whose requests completed long ago. */
const MOST_TRACES = 100;
const WARN_EVERY_MS = 60_000;
const silent = (): void => undefined;

/**
 * Tracer of a node with an OTLP receiver. Spans wait in a bounded queue and are sent in the background; they are dropped while
 * the receiver is unreachable. Of OpenTelemetry's globals, only the handlers that report failures are set.
 *
 * The span of a request is looked up by the request's id, which every event has in its metadata. `AsyncLocalStorage` would work
 * too, but on Node 20 it makes each promise of the process more expensive.
 */
export class OpenTelemetry implements Tracer, OnApplicationShutdown {
  /** Spans of recorded requests that have not completed, by request id. */
  private readonly open = new Map<string, Span>();
  private readonly propagator = new W3CTraceContextPropagator();
  private readonly provider: TracerProvider;
  private readonly tracer;

  constructor(settings: TracingSettings, nodeId: string) {
    reportFailures(settings.endpoint);
    const exporter = new OTLPTraceExporter({
      url: `${settings.endpoint.replace(/\/$/, '')}/v1/traces`,
      headers: parseKeyPairsIntoRecord(settings.headers),
    });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': settings.serviceName,
        'service.version': BUILD_ID,
        'service.instance.id': nodeId,
      }),
      sampler: samplerOf(settings),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.tracer = this.provider.getTracer('ready-room');
  }

  startRequest(name: string, requestId: string, headers: IncomingHttpHeaders, attributes: Attributes): Span {
    const caller = this.propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const span = this.tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller);
    if (span.isRecording()) this.open.set(requestId, span);
    return span;
  }

  endRequest(span: Span, requestId: string, status: number | undefined): void {
    if (!span.isRecording()) return;
    if (this.open.get(requestId) === span) this.open.delete(requestId);
    if (status !== undefined) span.setAttribute('http.response.status_code', status);
    if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }

  async step<T>(name: string, requestId: string, attributes: Attributes, work: TracedWork<T>): Promise<T> {
    const parent = this.open.get(requestId);
    if (!parent) return work(undefined);
    const context = trace.setSpan(ROOT_CONTEXT, parent);
    return run(this.tracer.startSpan(name, { kind: SpanKind.PRODUCER, attributes }, context), work);
  }

  async follow<T>(
    name: string,
    traceparents: readonly string[],
    attributes: Attributes,
    work: TracedWork<T>,
  ): Promise<T> {
    const [first, ...others] = recordedOf(traceparents.slice(0, MOST_TRACES));
    if (!first) return work(undefined);
    const options = { kind: SpanKind.CONSUMER, attributes, startTime: Date.now() };
    const span = this.tracer.startSpan(name, options, trace.setSpanContext(ROOT_CONTEXT, first));
    try {
      return await run(span, work);
    } finally {
      const links = [{ context: span.spanContext() }];
      for (const other of others)
        this.tracer.startSpan(name, { ...options, links }, trace.setSpanContext(ROOT_CONTEXT, other)).end();
    }
  }

  /** Sends the queued spans, unless the receiver takes longer than {@link FLUSH_WITHIN_MS}. */
  async onApplicationShutdown(): Promise<void> {
    await withinTime(this.provider.shutdown(), FLUSH_WITHIN_MS).catch(() => undefined);
  }
}

/** Runs `work`, then ends its span. */
async function run<T>(span: Span, work: TracedWork<T>): Promise<T> {
  try {
    return await work(traceparentOf(span));
  } catch (error) {
    // Only the name: the message can contain text that a person has typed.
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

/** Returns the W3C trace context of a span; undefined when it is not recorded, because later spans are not either. */
function traceparentOf(span: Span): string | undefined {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return span.isRecording() ? `00-${traceId}-${spanId}-0${traceFlags}` : undefined;
}

function recordedOf(traceparents: readonly string[]): SpanContext[] {
  const contexts = traceparents.map((text) => parseTraceParent(text)).filter((context) => context !== null);
  return contexts
    .filter(({ traceFlags }) => (traceFlags & TraceFlags.SAMPLED) !== 0)
    .map((context) => ({ ...context, isRemote: true }));
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = rootSamplerOf(sampler, ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSamplerOf(sampler: TracingSettings['sampler'], ratio: number): Sampler {
  if (sampler.endsWith('always_on')) return new AlwaysOnSampler();
  if (sampler.endsWith('always_off')) return new AlwaysOffSampler();
  return new TraceIdRatioBasedSampler(ratio);
}

/** Logs failures of the export at most once a minute. While the receiver is unreachable, one happens every few seconds. */
function reportFailures(endpoint: string): void {
  const logger = new Logger('Tracing');
  const { host } = new URL(endpoint);
  let quietUntil = -Infinity;
  const warn = (reason: string): void => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + WARN_EVERY_MS;
    logger.warn(`Traces are incomplete, sending them to ${host} failed: ${reason}`);
  };
  setGlobalErrorHandler((error) => warn(failureText(error)));
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
