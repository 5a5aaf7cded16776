import { Inject, Injectable } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { type Payment, type PaymentCommand, paymentStream } from './payment.stream.js';

/** Reads and appends to the streams of payments. */
@Injectable()
export class PaymentLog {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
  ) {}

  read(registrationId: string): Promise<Payment> {
    return paymentStream.of(registrationId).state(this.store);
  }

  /** Records a fact under an id that does not depend on the caller. Stores no client address with a payment. */
  async record(command: PaymentCommand, { metadata }: CommandContext): Promise<AppendResult | undefined> {
    const { registrationId, type } = command;
    const context = { commandId: uuidv5(type, registrationId), metadata: { ...metadata, address: null } };
    return (await this.commands.handle(paymentStream.of(registrationId), command, context)).appended;
  }
}
