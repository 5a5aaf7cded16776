import { type CommandContext, eventIdOf } from '../../../../platform/eventsourcing/command-handling.js';
import type { UserByStream } from '../../user-by-stream.query.js';
import { userStream } from '../../user.stream.js';

/** Returns whether the command was executed for this person before; later changes then stay. */
export const isRepeatFor = ({ user, past }: UserByStream, { commandId }: CommandContext): boolean =>
  past.some(({ eventId }) => eventId === eventIdOf(commandId, userStream.name(user.userId), 0));
