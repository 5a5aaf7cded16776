import { Injectable } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { type SignInCommand, signInDecider } from './sign-in.decider.js';
import { signInsStream } from './sign-in.events.js';

/** Records security events on the stream of the person they are about, with that person as the actor. */
@Injectable()
export class SecurityLog {
  constructor(private readonly commands: Commands) {}

  /** A command id of its own for each fact: an idempotency key must not make two sign-ins one. */
  async record(command: SignInCommand, { commandId, metadata }: CommandContext): Promise<void> {
    const fact = 'familyId' in command ? command.familyId : commandId;
    await this.commands.handle(signInDecider, signInsStream(command.userId), command, {
      commandId: uuidv5(command.type, fact),
      metadata: { ...metadata, actorId: command.userId },
    });
  }
}
