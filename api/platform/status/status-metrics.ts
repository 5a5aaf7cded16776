import { Injectable } from '@nestjs/common';
import { MOST_EVENTS_COUNTED, SAMPLE_EVERY_MS, UNKNOWN } from '../../contracts/system-status.rule.js';
import type { LabelOf, NameOf } from '../ops/metric-catalogue.js';
import { Metrics } from '../ops/metrics.js';
import { type Sample, StatusSampler } from './status-sampler.js';

type Readers = Exclude<Sample['readers'], string>;

/** Publishes the latest sample as metrics, so that a scrape needs no queries. Omits unknown values. */
@Injectable()
export class StatusMetrics {
  constructor(
    private readonly metrics: Metrics,
    private readonly sampler: StatusSampler,
  ) {
    this.ofReaders('ready_room_projection_lag_events', 'projection', ({ lagEvents }) => lagEvents);
    this.ofReaders('ready_room_projection_lag_seconds', 'projection', ({ lagSeconds }) => lagSeconds);
    this.ofReaders('ready_room_reactor_lag_events', 'reactor', ({ lagEvents }) => lagEvents);
    this.ofReaders('ready_room_reactor_lag_seconds', 'reactor', ({ lagSeconds }) => lagSeconds);
    this.ofReaders('ready_room_rebuild_remaining_events', 'projection', ({ rebuild }) =>
      rebuild ? rebuild.of - rebuild.events : undefined,
    );
    metrics.gauge('ready_room_parked_events', async (gauge) => {
      gauge.reset();
      for (const { reader, parkedEvents } of await this.readers()) gauge.set({ reader }, parkedEvents);
    });
    this.ofSample('ready_room_clock_skew_seconds', ({ node: { clockSkewMs } }) =>
      clockSkewMs === UNKNOWN ? UNKNOWN : clockSkewMs / 1_000,
    );
    this.ofSample('ready_room_backup_age_seconds', ({ backupAgeSeconds }) => backupAgeSeconds);
    this.ofSample('ready_room_oldest_transaction_seconds', ({ oldestTransaction: oldest }) =>
      oldest === UNKNOWN ? UNKNOWN : (oldest?.seconds ?? 0),
    );
    this.ofSample('ready_room_oldest_transaction_held_up_events', ({ oldestTransaction: oldest }) =>
      oldest === UNKNOWN ? UNKNOWN : Math.min(oldest?.heldUpEvents ?? 0, MOST_EVENTS_COUNTED),
    );
  }

  private ofReaders<Name extends NameOf<'gauge'>>(
    name: Name,
    kind: Readers[number]['kind'],
    valueOf: (reader: Readers[number]) => number | undefined,
  ): void {
    this.metrics.gauge(name, async (gauge) => {
      gauge.reset();
      for (const reader of await this.readers()) {
        const value = reader.kind === kind ? valueOf(reader) : undefined;
        if (value !== undefined) gauge.set({ [kind]: reader.name } as Record<LabelOf<Name>, string>, value);
      }
    });
  }

  private ofSample(name: NameOf<'gauge'>, valueOf: (sample: Sample) => number | null | typeof UNKNOWN): void {
    this.metrics.gauge(name, async (gauge) => {
      gauge.reset();
      const value = valueOf(await this.sampler.current(SAMPLE_EVERY_MS * 2));
      if (value === UNKNOWN || value === null) gauge.remove();
      else gauge.set(value);
    });
  }

  private async readers(): Promise<Readers> {
    const { readers } = await this.sampler.current(SAMPLE_EVERY_MS * 2);
    return readers === UNKNOWN ? [] : readers;
  }
}
