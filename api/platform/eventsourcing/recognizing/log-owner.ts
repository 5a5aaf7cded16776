import { v5 as uuidv5 } from 'uuid';

/** The platform that a log in KurrentDB belongs to (docs/decisions/0025-platform-id-in-events.md). */
export interface LogOwner {
  /** Stored in the metadata of every event that the platform appends. */
  readonly platformId: string;
  /** True for a log that begins with an event of a version without platform ids: its events without an id are the platform's own. */
  readonly includesUnmarked: boolean;
}

/** Namespace of the ids that are derived from the first event of a log. */
const OLDER_LOGS = 'e3f6a1a4-6d0c-4a55-8c3b-0d8f0b6f5c11';

/**
 * Returns the owner of the log that begins with an event. Without a mark, the id is derived from the event, so that every node and
 * every older state of the database comes to the same one.
 */
export const ownerOf = ({
  logName,
  mark,
}: {
  readonly logName: string;
  readonly mark: string | undefined;
}): LogOwner => ({
  platformId: mark ?? uuidv5(logName, OLDER_LOGS),
  includesUnmarked: mark === undefined,
});

/** Returns whether an event with this mark belongs to the log of the owner. */
export const owns = ({ platformId, includesUnmarked }: LogOwner, mark: string | undefined): boolean =>
  mark === undefined ? includesUnmarked : mark === platformId;
