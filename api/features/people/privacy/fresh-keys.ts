import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SubjectKeys } from '../../../platform/eventsourcing/personal-data-keys.js';
import { LiveHub } from '../../../platform/live/live-hub.js';

/**
 * Drops the cached key of a person when the read models contain a change of the person, because it may be the erasure. Pages that read the
 * log then show nothing of an erased person, and texts about the person are recorded as erased. Costs no statement.
 */
@Injectable()
export class FreshKeys implements OnModuleInit {
  constructor(
    private readonly keys: SubjectKeys,
    private readonly live: LiveHub,
  ) {}

  onModuleInit(): void {
    this.live.onChange('person', (userIds) => this.keys.forget(userIds));
  }
}
