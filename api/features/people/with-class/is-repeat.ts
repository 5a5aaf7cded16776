import { type CommandContext, eventIdOf } from '../../../platform/eventsourcing/command-handling.js';
import type { UserByStream } from '../user-by-stream.query.js';
import { userStream } from '../user.events.js';

/** True when this has happened to the person before: whatever came since stays. */
export const isRepeatFor = ({ user, past }: UserByStream, { commandId }: CommandContext): boolean =>
  past.some(({ eventId }) => eventId === eventIdOf(commandId, userStream(user.userId), 0));
