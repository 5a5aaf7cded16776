import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { StartError } from '../../database/start-error.js';
import { formatPosition, type LogPosition } from '../message.js';
import { CLI } from '../../ops/package-info.js';
import { restoresOf } from '../sealing/accepted-restore.js';
import {
  claimPlatformId,
  type KnownEvent,
  type KnownLog,
  loadKnownLog,
  newestKnown,
  recordLogName,
} from './known-log.js';
import { LogNotRecognized } from './log-not-recognized.js';
import { type LogOwner, ownerOf, owns } from './log-owner.js';

/** An event that a log contains. */
export interface PlacedEvent {
  readonly stream: string;
  readonly version: number;
  readonly eventId: string;
  /** The id under which the log stores it, as in seals. */
  readonly storedId: string;
  readonly recordedAt: Date;
  readonly position: LogPosition;
  /** Id of the platform that appended it; undefined for an event of a version without platform ids. */
  readonly mark: string | undefined;
  /** The name of the log, if this is its first event. */
  readonly logName: string;
}

/** The reads by which a log outside PostgreSQL is recognized. They return events of any platform. */
export interface LogPlaces {
  /** Returns the first event; undefined when there is none. */
  first(): Promise<PlacedEvent | undefined>;
  /** Returns the first event of the log that this platform owns. */
  firstOf(platformId: string): Promise<PlacedEvent | undefined>;
  /** Returns the event at exactly this position; undefined when there is none. */
  eventAt(position: LogPosition): Promise<PlacedEvent | undefined>;
  /** @throws StartError when no log may begin with the configured prefix */
  assertMayBegin(): void;
  /** Sets whose events the log consists of; null before the log begins. */
  assignTo(owner: LogOwner | null): void;
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
  /** True for a log that belongs to this database although a node may not start on it: commands may read it. */
  readonly isReadable?: boolean;
  /** The first event of a recognized log that is not completely recorded yet. */
  readonly first?: PlacedEvent | undefined;
  /** True for a log without events. */
  readonly isEmpty?: boolean;
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
    if (this.outcome?.isEmpty) this.places.assertMayBegin();
  }

  /** Calls {@link look} before a command. @throws StartError like {@link lookAtStart}, except for a log that a backup can save */
  async lookForCommand(): Promise<void> {
    await this.look();
    if (this.refusal !== undefined && !this.outcome?.isReadable) throw new StartError(this.refusal);
  }

  /** Gives an empty log its owner, in a database that knows its engine. Does nothing for a log that has begun. */
  async begin(): Promise<void> {
    if (!this.outcome?.isEmpty) return;
    const platformId = await claimPlatformId(this.pool, randomUUID());
    this.places.assignTo({ platformId, includesUnmarked: false });
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
    await recordLogName(this.pool, first.logName, formatPosition(first.position), ownerOf(first).platformId);
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
    if (!known) return this.outcomeOfOlderSchema();
    const first = await this.findFirst(known);
    if (!first) return this.outcomeOfEmptyLog(known);
    // Another node may have made the first start meanwhile.
    if ((known.isNew || known.platformId === null) && hasChanged(known, await loadKnownLog(this.pool)))
      return this.compare();
    if (known.isNew) return { refusal: NEW_DATABASE };
    const owner = ownerOf(first);
    const log = first.logName;
    const isKnown = known.name === log;
    this.isNamed ||= isKnown;
    if ((known.name !== null && !isKnown) || (known.platformId ?? owner.platformId) !== owner.platformId)
      return { refusal: OTHER };
    this.places.endEpochsAt(restoresOf(known.restores, log).map(({ position }) => position));
    const newest = await newestKnown(this.pool, known, log);
    const found = newest && (await this.places.eventAt(newest.position));
    const isFound = found !== undefined && [found.eventId, found.storedId].includes(newest!.id);
    if (isFound && !owns(owner, found.mark)) {
      this.places.assignTo(owner);
      return { refusal: MIXED, isReadable: true };
    }
    if (isFound && found.stream !== (newest!.stream ?? found.stream)) return { refusal: OTHER };
    // A database without an id has read a log without ids. The first event of another platform would prove nothing.
    const isProven = isFound || (!newest && (known.platformId !== null || owner.includesUnmarked));
    // A database of an older version has no name, but seals name their log.
    const isSealed =
      newest && (newest !== known.projected || (await newestKnown(this.pool, { ...known, projected: undefined }, log)));
    if (!isProven && !(newest && (isKnown || isSealed))) return { refusal: OTHER };
    this.places.assignTo(owner);
    if (!isProven) return { refusal: SHORTENED, isReadable: true, shortened: { log, newest: newest! } };
    return { refusal: undefined, ...((!isKnown || known.platformId === null) && { first }) };
  }

  /** A command may meet a schema of an older version, which knows nothing about its log. */
  private async outcomeOfOlderSchema(): Promise<Outcome> {
    const first = await this.places.first();
    this.places.assignTo(first ? ownerOf(first) : null);
    return { refusal: undefined };
  }

  private outcomeOfEmptyLog({ name, projected, platformId }: KnownLog): Outcome {
    if (name !== null || projected) return { refusal: EMPTY };
    this.places.assignTo(platformId === null ? null : { platformId, includesUnmarked: false });
    return { refusal: undefined, isEmpty: true };
  }

  /** Finds the recorded first event without a search. Without a record, the log begins with the first event of its platform. */
  private async findFirst({ name, first, platformId }: KnownLog): Promise<PlacedEvent | undefined> {
    const recorded = first && (await this.places.eventAt(first));
    if (recorded?.logName === name) return recorded;
    const own = platformId === null ? undefined : await this.places.firstOf(platformId);
    if (own) return own;
    const any = await this.places.first();
    // Another platform may have begun its log in the same cluster before the first event of this one.
    const isOther = name === null && platformId !== null && any?.mark !== undefined;
    return isOther ? undefined : any;
  }
}

/** Returns whether another node has recorded more about the log. */
const hasChanged = (known: KnownLog, now: KnownLog | null): boolean =>
  now !== null && (now.isNew !== known.isNew || now.platformId !== known.platformId);

const CHECK_SETTINGS = 'check KURRENTDB_URL and KURRENTDB_STREAM_PREFIX';
const EMPTY = `The KurrentDB of KURRENTDB_URL contains no event of this platform, but this database has read a log with events: ${CHECK_SETTINGS}, or restore a backup into a new database.`;
const OTHER = `The KurrentDB of KURRENTDB_URL contains another log than the one that this database has read: ${CHECK_SETTINGS}, or restore a backup into a new database.`;
const MIXED = `This database has read events of another platform, which uses the same KurrentDB. Make a backup with ${CLI} backup, stop the platform, and restore it into a new database with another KURRENTDB_STREAM_PREFIX.`;
const NEW_DATABASE = `The KurrentDB of KURRENTDB_URL contains the log of a platform, but this database is empty: nobody could sign in, and the keys of personal data are missing. For a new platform, set a KURRENTDB_STREAM_PREFIX of its own, such as alpha:. For the platform of that log, check DATABASE_URL, or restore a backup with ${CLI} restore <file> --keys <file>.`;
const SHORTENED = `KurrentDB contains an older state of the log than this database has read. Reads are served and writes are refused. Restore a newer state of KurrentDB, or stop all nodes and accept the loss with ${CLI} log accept-restored.`;
