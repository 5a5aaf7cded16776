import { paths } from './paths.js';

/** Maximum number of flights that are replayed together. */
const MAX_FLIGHTS = 2;
const CLASS = 'replay-class';
/** One parameter for all flights, because the server rejects an address that repeats one. */
const FLIGHTS = 'replay-flights';
const BETWEEN = '.';
const MOMENT = 'replay-at';

/** The flights of a class that the play area replays. */
export interface Replay {
  readonly sessionId: string;
  readonly attemptIds: readonly string[];
  /** The moment of the debrief from which the replay was opened; undefined for its end. */
  readonly at?: string | undefined;
}

/** Returns the address at which the play area replays flights of a class. */
export const replayAddress = ({ sessionId, attemptIds, at }: Replay): string =>
  `${paths.play.to()}?${new URLSearchParams({
    [CLASS]: sessionId,
    [FLIGHTS]: attemptIds.join(BETWEEN),
    ...(at !== undefined && { [MOMENT]: at }),
  })}`;

/** Returns the flights that an address of the play area names; null when it names none. */
export function replayOf(search: string): Replay | null {
  const address = new URLSearchParams(search);
  const sessionId = address.get(CLASS);
  const attemptIds = address.get(FLIGHTS)?.split(BETWEEN).filter(Boolean).slice(0, MAX_FLIGHTS) ?? [];
  const at = address.get(MOMENT) ?? undefined;
  return sessionId === null || attemptIds.length === 0 ? null : { sessionId, attemptIds, at };
}

/** Returns the address of the list of events in a debrief, at the moment from which a replay was opened. */
export const debriefAddress = ({ sessionId, at }: Pick<Replay, 'sessionId' | 'at'>): string =>
  `${paths.instructorGradebook.to({ sessionId })}?${new URLSearchParams({
    view: 'debrief',
    show: 'table',
    ...(at !== undefined && { at }),
  })}`;
