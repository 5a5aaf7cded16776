import type { IncomingHttpHeaders } from 'node:http';
import type { Attributes, Span } from '@opentelemetry/api';
import type { Config } from '../../config.js';

/** Work that is traced; `traceparent` is the W3C trace context for what follows from it, undefined when it is not recorded. */
export type TracedWork<T> = (traceparent: string | undefined) => Promise<T>;

/**
 * Creates the spans of this node. Attributes hold ids and counts, never names, addresses or texts of people.
 */
export interface Tracer {
  /** Starts the span of a request, in the trace that its headers name or in a new one. */
  startRequest(name: string, headers: IncomingHttpHeaders, attributes: Attributes): Span;
  /** Ends the span of a request; without a status, the connection was closed before the response. A second call has no effect. */
  endRequest(span: Span, status: number | undefined): void;
  /** Runs `work` with `span` as the active span, to which log lines and steps of the work belong. */
  within<T>(span: Span, work: () => T): T;
  /** Runs `work` in a child of the active span. Creates no span where no recorded span is active. */
  step<T>(name: string, attributes: Attributes, work: TracedWork<T>): Promise<T>;
  /**
   * Runs `work` in a span that continues recorded traces. It belongs to the first one; each other trace gets a span that links
   * to it. Creates no span when `traceparents` is empty.
   */
  follow<T>(name: string, traceparents: readonly string[], attributes: Attributes, work: TracedWork<T>): Promise<T>;
  /** Returns the fields of a log line that name the active trace; {} when there is none. */
  logFields(): object;
}

/** Injection token of the {@link Tracer}, or null when tracing is off. */
export const TRACER = Symbol('Tracer');

/** Creates the tracer. OpenTelemetry is loaded only when its endpoint is set. */
export async function openTracer({ tracing }: Config, nodeId: string): Promise<Tracer | null> {
  if (!tracing) return null;
  const { OpenTelemetry } = await import('./open-telemetry.js');
  return new OpenTelemetry(tracing, nodeId);
}
