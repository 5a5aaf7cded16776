import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../platform/eventsourcing/message.js';
import { sandboxStream } from './sandbox.stream.js';
import { readStreams } from '../../platform/eventsourcing/read-streams.js';
import { evolveSandbox, type SandboxRow } from './sandbox-row.js';
import type { SandboxEvent } from './sandbox.events.js';

/** A sandbox from the log, and the time of its last change. */
export interface KnownSandbox {
  readonly row: SandboxRow;
  readonly changedAt: Date;
}

/** Reads sandboxes from their streams, because a game opens a sandbox immediately after saving it. */
@Injectable()
export class SandboxByStream {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** Returns a sandbox, which may be marked as deleted, or undefined when it never existed. */
  async find(sandboxId: string): Promise<SandboxRow | undefined> {
    return fold(await sandboxStream.of(sandboxId).read(this.store))?.row;
  }

  /** Returns the sandboxes among the given ids, including deleted ones. */
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
