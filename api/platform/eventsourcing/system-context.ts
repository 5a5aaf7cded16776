import { v7 as uuidv7 } from 'uuid';
import type { CommandContext } from './command-handling.js';

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
