import { type CommandContext, firstEventOf } from '../../../../platform/eventsourcing/command-handling.js';
import type { UserByStream } from '../../user-by-stream.query.js';
import { userStream } from '../../user.stream.js';

/** Returns whether the command was executed for this person before; later changes then stay. */
export const isRepeatFor = ({ user, past }: UserByStream, { commandId }: CommandContext): boolean =>
  firstEventOf(commandId, userStream.name(user.userId), past) !== undefined;
