import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../platform/eventsourcing/message.js';
import { sandboxStream } from './sandbox.stream.js';
import { readStreams } from '../../platform/eventsourcing/read-streams.js';
import { evolveSandbox, type SandboxRow } from './sandbox-row.js';
import type { SandboxEvent } from './sandbox.events.js';

/** A sandbox as the log itself has it right now, and when that last changed. */
export interface KnownSandbox {
  readonly row: SandboxRow;
  readonly changedAt: Date;
}

/** Sandboxes as their streams tell: a game that has just saved one opens it at once. */
@Injectable()
export class SandboxByStream {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** Undefined when there never was one; a deleted one is said to be. */
  async find(sandboxId: string): Promise<SandboxRow | undefined> {
    return fold(await sandboxStream.of(sandboxId).read(this.store))?.row;
  }

  /** Those of the ids that there are or were. */
  async findAll(sandboxIds: readonly string[]): Promise<ReadonlyMap<string, KnownSandbox>> {
    const past = await readStreams(
      this.store,
      sandboxIds.map((id) => sandboxStream.of(id)),
    );
    return new Map(
      sandboxIds.flatMap((id, index) => {
        const known = fold(past[index]!);
        return known ? [[id, known] as const] : [];
      }),
    );
  }
}

function fold(events: readonly RecordedEvent<SandboxEvent>[]): KnownSandbox | undefined {
  const row = events.reduce<SandboxRow | undefined>(evolveSandbox, undefined);
  return row && { row, changedAt: new Date(events.findLast(({ type }) => type !== 'SandboxOpened')!.recordedAt) };
}
