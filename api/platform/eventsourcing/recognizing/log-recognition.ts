import type { Pool } from 'pg';
import { StartError } from '../../database/start-error.js';
import { formatPosition, type LogPosition } from '../message.js';
import { CLI } from '../../ops/package-info.js';
import { restoresOf } from '../sealing/accepted-restore.js';
import { type KnownEvent, type KnownLog, loadKnownLog, newestKnown, recordLogName } from './known-log.js';
import { LogNotRecognized } from './log-not-recognized.js';

/** An event that a log contains. */
export interface PlacedEvent {
  readonly stream: string;
  readonly eventId: string;
  /** The id under which the log stores it, as in seals. */
  readonly storedId: string;
  readonly recordedAt: Date;
  readonly position: LogPosition;
  /** The name of the log, if this is its first event. */
  readonly logName: string;
}

/** The reads by which a log outside PostgreSQL is recognized. */
export interface LogPlaces {
  /** Returns the first event; undefined in an empty log. */
  first(): Promise<PlacedEvent | undefined>;
  /** Returns the event at exactly this position; undefined when there is none. */
  eventAt(position: LogPosition): Promise<PlacedEvent | undefined>;
  /** Sets where the epochs of positions end, oldest first. */
  endEpochsAt(positions: readonly LogPosition[]): void;
}

/** An older state of the log: it lacks the newest event that this database knows. */
export interface ShortenedLog {
  /** The name of the log. */
  readonly log: string;
  readonly newest: KnownEvent;
}

/** `refusal` says why writes are refused; undefined for the log that this database knows. */
interface Outcome {
  readonly refusal: string | undefined;
  readonly shortened?: ShortenedLog;
  /** The first event of a recognized log. */
  readonly first?: PlacedEvent | undefined;
}

/**
 * Decides whether the log in KurrentDB is the one that this database has read, up to its newest known event. An event appended to
 * any other log would be acknowledged and never shown (docs/decisions/0019-recognized-log.md).
 */
export class LogRecognition {
  private outcome: Outcome | undefined;
  private isDoubtful = true;
  private isNamed = false;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    private readonly places: LogPlaces,
  ) {}

  /** True while the log is known to be the right one. */
  get isRecognized(): boolean {
    return this.outcome !== undefined && this.outcome.refusal === undefined;
  }

  /** Why writes are refused; undefined while they are accepted, and before the first look. */
  get refusal(): string | undefined {
    return this.outcome?.refusal;
  }

  /** Set for an older state of the log. */
  get shortened(): ShortenedLog | undefined {
    return this.outcome?.shortened;
  }

  /** Looks at the log again. Concurrent callers share one look. @throws LogUnavailable when the log does not answer */
  look(): Promise<void> {
    this.looking ??= this.update().finally(() => (this.looking = undefined));
    return this.looking;
  }

  /** Calls {@link look} at a start. @throws StartError for another log, an empty one, or an empty database with a used log */
  async lookAtStart(): Promise<void> {
    await this.look();
    if (this.refusal !== undefined && !this.shortened) throw new StartError(this.refusal);
  }

  /** Makes the next {@link admit} look again, because the log may have been replaced during an outage. */
  doubt(): void {
    this.isDoubtful = true;
  }

  /** Resolves when the log may be written. @throws LogNotRecognized | LogUnavailable */
  async admit(): Promise<void> {
    if (this.isDoubtful) await this.look();
    if (this.refusal !== undefined) throw new LogNotRecognized(this.refusal);
  }

  /** Returns the event at exactly this position; undefined when there is none. */
  eventAt(position: LogPosition): Promise<PlacedEvent | undefined> {
    return this.places.eventAt(position);
  }

  /** Records the name of a recognized log in a database that knows its engine and no name yet. */
  async remember(): Promise<void> {
    const first = this.outcome?.first;
    if (!first) return;
    await recordLogName(this.pool, first.logName, formatPosition(first.position));
    this.isNamed = true;
  }

  /** Records the name of a log that an append has just begun. A later look records it if this fails. */
  async appended(): Promise<void> {
    if (this.isNamed) return;
    await this.look()
      .then(() => this.remember())
      .catch(() => undefined);
  }

  private async update(): Promise<void> {
    // A doubt that arises meanwhile needs another look.
    this.isDoubtful = false;
    try {
      this.outcome = await this.compare();
    } catch (error) {
      this.isDoubtful = true;
      throw error;
    }
  }

  private async compare(): Promise<Outcome> {
    const known = await loadKnownLog(this.pool);
    if (!known) return { refusal: undefined };
    const first = await this.findFirst(known);
    if (!first) return { refusal: known.name === null && !known.projected ? undefined : EMPTY };
    // Reads again, because another node may have made the first start meanwhile.
    if (known.isNew) return { refusal: (await loadKnownLog(this.pool))?.isNew ? NEW_DATABASE : undefined };
    const log = first.logName;
    const isKnown = known.name === log;
    this.isNamed ||= isKnown;
    if (known.name !== null && !isKnown) return { refusal: OTHER };
    this.places.endEpochsAt(restoresOf(known.restores, log).map(({ position }) => position));
    const newest = await newestKnown(this.pool, known, log);
    const found = newest && (await this.places.eventAt(newest.position));
    const isFound = found !== undefined && [found.eventId, found.storedId].includes(newest!.id);
    if (isFound && found.stream !== (newest!.stream ?? found.stream)) return { refusal: OTHER };
    if (!newest || isFound) return { refusal: undefined, ...(!isKnown && { first }) };
    // A database of an older version has no name, but seals name their log.
    const isSealed =
      newest !== known.projected || (await newestKnown(this.pool, { ...known, projected: undefined }, log));
    return isKnown || isSealed ? { refusal: SHORTENED, shortened: { log, newest } } : { refusal: OTHER };
  }

  /** Finds the recorded first event without a search. */
  private async findFirst({ name, first }: KnownLog): Promise<PlacedEvent | undefined> {
    const recorded = first && (await this.places.eventAt(first));
    return recorded?.logName === name ? recorded : this.places.first();
  }
}

const CHECK_SETTINGS = 'check KURRENTDB_URL and KURRENTDB_STREAM_PREFIX';
const EMPTY = `The KurrentDB of KURRENTDB_URL contains no event of this platform, but this database has read a log with events: ${CHECK_SETTINGS}, or restore a backup into a new database.`;
const OTHER = `The KurrentDB of KURRENTDB_URL contains another log than the one that this database has read: ${CHECK_SETTINGS}, or restore a backup into a new database.`;
const NEW_DATABASE = `The KurrentDB of KURRENTDB_URL contains the log of a platform, but this database is empty: nobody could sign in, and the keys of personal data are missing. Check DATABASE_URL, or restore a backup with ${CLI} restore <file> --keys <file>.`;
const SHORTENED = `KurrentDB contains an older state of the log than this database has read. Reads are served and writes are refused. Restore a newer state of KurrentDB, or stop all nodes and accept the loss with ${CLI} log accept-restored.`;
