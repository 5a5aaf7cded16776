import { v7 as uuidv7 } from 'uuid';
import type { CommandContext } from './command-handling.js';
import type { Recording } from './message.js';

/** The context of what the platform does by itself: jobs, reactors, first start. `cause` is what it follows from. */
export function systemContext(now: Date, cause: string = uuidv7(), commandId: string = uuidv7()): CommandContext {
  return {
    commandId,
    metadata: {
      actorId: 'system',
      actorRole: 'system',
      organizationId: null,
      correlationId: cause,
      causationId: cause,
      requestId: cause,
      address: null,
      occurredAt: now.toISOString(),
    },
  };
}

/** The context of a command that a reactor appends because of an event: the same one every time. */
export function contextAfter({ eventId, metadata }: Recording): CommandContext {
  return {
    commandId: eventId,
    metadata: { ...metadata, actorId: 'system', actorRole: 'system', address: null, causationId: eventId },
  };
}
