import { type CommandContext, eventIdOf } from '../../../../platform/eventsourcing/command-handling.js';
import type { UserByStream } from '../../user-by-stream.query.js';
import { userStream } from '../../user.stream.js';

/** True when this has happened to the person before: whatever came since stays. */
export const isRepeatFor = ({ user, past }: UserByStream, { commandId }: CommandContext): boolean =>
  past.some(({ eventId }) => eventId === eventIdOf(commandId, userStream.name(user.userId), 0));
