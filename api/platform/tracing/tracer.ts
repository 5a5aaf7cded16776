import type { IncomingHttpHeaders } from 'node:http';
import type { Attributes, Span } from '@opentelemetry/api';
import type { Config } from '../../config.js';

/** Traced work. `traceparent` is the W3C trace context for its consequences, undefined when the trace is not recorded. */
export type TracedWork<T> = (traceparent: string | undefined) => Promise<T>;

/**
 * Creates the spans of this node. Attributes contain ids and counts, never names, addresses or texts of people.
 */
export interface Tracer {
  /** Starts the span of a request, in the trace that its headers name or in a new one. */
  startRequest(name: string, requestId: string, headers: IncomingHttpHeaders, attributes: Attributes): Span;
  /**
   * Ends the span of a request; without a status, the connection was closed before the response. A second call has no effect.
   */
  endRequest(span: Span, requestId: string, status: number | undefined): void;
  /**
   * Runs `work` in a child of the span of a request. Creates no span when the request is not recorded or has completed, because
   * background work that it has started is not part of it.
   */
  step<T>(name: string, requestId: string, attributes: Attributes, work: TracedWork<T>): Promise<T>;
  /**
   * Runs `work` in a span that continues recorded traces. It belongs to the first one; each other trace gets a span that links
   * to it. Creates no span when `traceparents` is empty.
   */
  follow<T>(name: string, traceparents: readonly string[], attributes: Attributes, work: TracedWork<T>): Promise<T>;
}

/** Returns the fields of a log line that name the trace of a request; none when it has no trace. */
export function traceFields(span: Span | null | undefined): object | undefined {
  const context = span?.spanContext();
  return context && { trace_id: context.traceId, span_id: context.spanId, trace_flags: `0${context.traceFlags}` };
}

/** Injection token of the {@link Tracer}, or null when tracing is off. */
export const TRACER = Symbol('Tracer');

/** Creates the tracer. OpenTelemetry is loaded only when its endpoint is set. */
export async function openTracer({ tracing }: Config, nodeId: string): Promise<Tracer | null> {
  if (!tracing) return null;
  const { OpenTelemetry } = await import('./open-telemetry.js');
  return new OpenTelemetry(tracing, nodeId);
}
