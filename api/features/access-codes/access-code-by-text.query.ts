import { Inject, Injectable } from '@nestjs/common';
import { Claims } from '../../platform/eventsourcing/claims.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { accessCodeStream } from './access-code.stream.js';
import { ACCESS_CODE_CLAIM, storedForm } from './code-text.rule.js';

/** A code that opens something; `organizationId` null while it is assigned to nobody. */
export interface FoundAccessCode {
  readonly accessCodeId: string;
  readonly organizationId: string | null;
}

/** Finds a code by what somebody typed: through its keyed hash, and then as its stream has it, never a read model. */
@Injectable()
export class AccessCodeByText {
  constructor(
    private readonly claims: Claims,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** Null for a wrong or deleted one. */
  async find(typed: string): Promise<FoundAccessCode | null> {
    const id = await this.claims.ownerOf(ACCESS_CODE_CLAIM, storedForm(typed));
    if (id === null) return null;
    const found = await accessCodeStream.of(id).state(this.store);
    return found.status === 'known' ? { accessCodeId: id, organizationId: found.organizationId } : null;
  }
}
