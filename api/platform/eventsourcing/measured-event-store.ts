import type { Counter, Histogram } from 'prom-client';
import type { LabelOf } from '../ops/metric-catalogue.js';
import type { Metrics } from '../ops/metrics.js';
import type { ReadinessChecks } from '../ops/readiness-checks.js';
import type { Tracer } from '../tracing/tracer.js';
import { cannotStore } from '../failures.js';
import { LogUnavailable } from './kurrentdb/log-unavailable.js';
import { type AppendResult, type EventStore, type ExpectedVersion, VersionConflict } from './event-store.js';
import { ForwardingEventStore } from './forwarding-event-store.js';
import type { EventToAppend } from './message.js';

/** A refusal expires, because an idle node makes no append that could show that the log accepts events again. */
const REFUSAL_LAPSES_AFTER_MS = 60_000;

/** Measures and traces appends: duration and number of events. Reads are passed through. */
export class MeasuredEventStore extends ForwardingEventStore {
  private readonly durations: Histogram<LabelOf<'ready_room_append_duration_seconds'>>;
  private readonly events: Counter;

  /** The last append that the log could not store or did not answer; undefined after the next append that succeeds. */
  private refusal: { readonly reason: string; readonly at: number } | undefined;

  constructor(
    store: EventStore,
    metrics: Metrics,
    checks: ReadinessChecks,
    private readonly tracer: Tracer | null,
  ) {
    super(store);
    checks.register('writes', async () =>
      this.refusal && performance.now() - this.refusal.at < REFUSAL_LAPSES_AFTER_MS
        ? { status: 'degraded', detail: `The log rejects new events; reads still work: ${this.refusal.reason}` }
        : { status: 'up' },
    );
    this.durations = metrics.histogram('ready_room_append_duration_seconds');
    this.events = metrics.counter('ready_room_appended_events_total');
  }

  override async appendToStream(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
  ): Promise<AppendResult> {
    const requestId = events[0]?.metadata.requestId;
    if (!this.tracer || requestId === undefined) return this.append(stream, expected, events);
    const attributes = { 'ready_room.stream': stream, 'ready_room.events': events.length };
    return this.tracer.step('append', requestId, attributes, (traceparent) =>
      this.append(stream, expected, traceparent === undefined ? events : events.map(within(traceparent))),
    );
  }

  private async append(
    stream: string,
    expected: ExpectedVersion,
    events: readonly EventToAppend[],
  ): Promise<AppendResult> {
    const began = performance.now();
    try {
      const result = await this.store.appendToStream(stream, expected, events);
      this.observe(result.repeated ? 'repeated' : 'appended', began);
      this.refusal = undefined;
      if (!result.repeated) this.events.inc(events.length);
      return result;
    } catch (error) {
      this.observe(error instanceof VersionConflict ? 'conflict' : 'failed', began);
      if (cannotStore(error) || error instanceof LogUnavailable)
        this.refusal = { reason: error.message, at: performance.now() };
      throw error;
    }
  }

  private observe(outcome: 'appended' | 'repeated' | 'conflict' | 'failed', began: number): void {
    this.durations.observe({ outcome }, (performance.now() - began) / 1_000);
  }
}

/** Adds the trace context of the append to an event, so that the projector continues the trace. */
const within =
  (traceparent: string) =>
  (event: EventToAppend): EventToAppend => ({ ...event, metadata: { ...event.metadata, traceparent } });
