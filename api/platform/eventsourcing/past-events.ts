import { Inject, Injectable } from '@nestjs/common';
import { type Reads, REPLICA_READS } from '../database/reads.js';
import type { StreamPart } from './event-store.js';
import { LOG, type Log } from './log.js';
import type { RecordedEvent } from './message.js';
import { PersonalDataVault } from './personal-data.js';

/**
 * Reads events for lists of the past, which a replica may answer. The keys of personal data come from the primary, so an erased person is
 * unreadable at once.
 */
@Injectable()
export class PastEvents {
  constructor(
    @Inject(LOG) private readonly log: Log,
    @Inject(REPLICA_READS) private readonly reads: Reads,
    private readonly vault: PersonalDataVault,
  ) {}

  /** Returns the events of all parts with one query, each stream's in order. */
  async readParts(parts: readonly StreamPart[]): Promise<readonly RecordedEvent[]> {
    return this.vault.decrypt(await this.log.readPartsWith(this.reads, parts));
  }
}
