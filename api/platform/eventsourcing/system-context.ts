import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { CommandContext } from './command-handling.js';
import type { Recording } from './message.js';

/** Returns the context of commands that the platform issues itself: jobs, reactors, first start. `cause` is the id of their trigger. */
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

/** Returns the context of a command that a reactor issues for an event. It is the same at every retry. */
export function contextAfter({ eventId, metadata }: Recording): CommandContext {
  return {
    commandId: eventId,
    metadata: { ...metadata, actorId: 'system', actorRole: 'system', address: null, causationId: eventId },
  };
}

/** Returns the context of the platform's command that compensates for the event of another command. It is the same at every retry. */
export function compensationOf({ commandId, metadata }: CommandContext): CommandContext {
  return {
    commandId: uuidv5('compensation', commandId),
    metadata: { ...metadata, actorId: 'system', actorRole: 'system', address: null },
  };
}
