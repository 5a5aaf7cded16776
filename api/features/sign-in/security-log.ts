import { Injectable } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { ErasedSubjects } from '../../platform/eventsourcing/erased-subjects.js';
import { lockStream, type SignInCommand, signInStream } from './sign-in.stream.js';

/** Namespace of the command ids, one for each fact. With a request's idempotency key, two sign-ins could share an id. */
const NAMESPACE = '0198c0de-0006-7000-8000-000000000000';

/** Records security events, with the person they concern as the actor. Skips erased people. */
@Injectable()
export class SecurityLog {
  constructor(
    private readonly commands: Commands,
    private readonly erased: ErasedSubjects,
  ) {}

  async record(command: SignInCommand, { metadata }: CommandContext): Promise<void> {
    if (await this.erased.has(command.userId)) return;
    const stream =
      command.type === 'RecordLock' ? lockStream.of(command.userId, command.until) : signInStream.of(command.familyId);
    await this.commands.handle(stream, command, {
      commandId: uuidv5(`${command.type} ${stream.name}`, NAMESPACE),
      metadata: { ...metadata, actorId: command.userId },
    });
  }
}
