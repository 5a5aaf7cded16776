import { Inject, Injectable } from '@nestjs/common';
import { Claims } from '../../platform/eventsourcing/claims.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { accessCodeStream } from './access-code.stream.js';
import { ACCESS_CODE_CLAIM, storedForm } from './code-text.rule.js';

/** A valid access code; `organizationId` is null while it is not assigned. */
export interface FoundAccessCode {
  readonly accessCodeId: string;
  readonly organizationId: string | null;
}

/** Finds a code as a user typed it, by its keyed hash. Reads its state from the stream, never from a read model. */
@Injectable()
export class AccessCodeByText {
  constructor(
    private readonly claims: Claims,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** Returns the code; null when it is wrong or deleted. */
  async find(typed: string): Promise<FoundAccessCode | null> {
    const id = await this.claims.ownerOf(ACCESS_CODE_CLAIM, storedForm(typed));
    if (id === null) return null;
    const found = await accessCodeStream.of(id).state(this.store);
    return found.status === 'known' ? { accessCodeId: id, organizationId: found.organizationId } : null;
  }
}
