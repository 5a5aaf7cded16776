import { EventEmitter } from 'node:events';
import { Metadata, status } from '@grpc/grpc-js';

/** An event to be appended to the double. */
export interface ProposedRecord {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** An event in the double's transaction file. Commit and prepare position are equal, as for every plain append. */
export interface DoubleRecord extends ProposedRecord {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly created: Date;
}

/** An expected revision, or one of the protocol's special states. */
export type ExpectedState = number | 'no stream' | 'any' | 'stream exists';

export type AppendCheck =
  | { readonly appended: true; readonly revision: number; readonly position: bigint }
  | { readonly appended: false; readonly current: number }
  | 'dropped';

/** The files of the double at one moment. */
export interface DoubleBackup {
  readonly records: readonly DoubleRecord[];
  readonly end: bigint;
}

/** Size of a record without its data. Positions are offsets in a file and have gaps. */
const RECORD_BYTES = 120;
const NO_STREAM = -1;
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/**
 * The storage of the double, with the rules of the server's index writer. An append at the head succeeds with any ids. An append
 * behind the head is a repeat if the stream has exactly these ids there, and fails otherwise. An append above the head fails.
 * Between the appends the double adds system records like a server: users, links of the system projections, statistics.
 */
export class KurrentDbDoubleLog {
  readonly records: DoubleRecord[] = [];
  /** Number of appends and reads so far. */
  readonly calls = { append: 0, read: 0 };
  /** Number of records that reads of `$all` have looked at, and the time that each takes. */
  scanned = 0;
  scanMsPerRecord = 0;
  /**
   * While true, appended events cannot be read from their stream yet, as before their replication. A repeat with the same ids is
   * dropped: a server answers it only when its timeout ends.
   */
  isReplicationHeld = false;
  private readonly streams = new Map<string, DoubleRecord[]>();
  /** First readable revision of each stream whose beginning was deleted; 'tombstoned' for one that cannot be used again. */
  private readonly beginnings = new Map<string, number | 'tombstoned'>();
  private readonly written = new EventEmitter().setMaxListeners(0);
  private end = 0n;

  constructor() {
    this.write('$users', [systemRecord('$user-created')]);
    this.write('$$$stats-127.0.0.1:2113', [systemRecord('$metadata')]);
  }

  append(stream: string, expected: ExpectedState, proposed: readonly ProposedRecord[]): AppendCheck {
    this.calls.append += 1;
    const past = this.streams.get(stream) ?? [];
    const begin = this.beginnings.get(stream) ?? 0;
    if (begin === 'tombstoned') throw streamDeleted(stream);
    const current = past.length - 1;
    if (expected === 'no stream' && begin === past.length) return this.appendAtHead(stream, proposed);
    if (expected === 'any' || (expected === 'stream exists' && current >= 0))
      return this.appendAtHead(stream, proposed);
    if (expected === 'stream exists') return { appended: false, current };
    const wanted = expected === 'no stream' ? NO_STREAM : expected;
    if (wanted === current) return this.appendAtHead(stream, proposed);
    const isRepeat =
      wanted < current && proposed.every(({ id }, index) => past[wanted + 1 + index]?.id === id && proposed.length > 0);
    const last = past[wanted + proposed.length];
    if (!isRepeat || !last) return { appended: false, current };
    if (this.isReplicationHeld) return 'dropped';
    return { appended: true, revision: last.revision, position: last.position };
  }

  /** Returns undefined when the stream does not exist. */
  stream(name: string): readonly DoubleRecord[] | undefined {
    const begin = this.beginnings.get(name) ?? 0;
    if (begin === 'tombstoned') throw streamDeleted(name);
    const readable = this.streams.get(name)?.slice(begin);
    return readable?.length === 0 || this.isReplicationHeld ? undefined : readable;
  }

  /** Deletes the events of a stream before a revision, by default all. A deleted stream continues its numbers when it is used again. */
  truncate(stream: string, before = this.streams.get(stream)!.length): void {
    this.beginnings.set(stream, before);
  }

  /** Deletes a stream for good: all further calls for it fail. */
  tombstone(stream: string): void {
    this.beginnings.set(stream, 'tombstoned');
  }

  /** Returns the ids of the platform's events in log order. The metadata contains the id of an event that is stored under another one. */
  eventIds(): string[] {
    return this.records
      .filter(({ stream }) => !stream.startsWith('$'))
      .map(({ id, metadata }) => {
        const { eventId = id } = JSON.parse(Buffer.from(metadata).toString('utf8')) as { eventId?: string };
        return eventId;
      });
  }

  /** Changes a stored event, which no server allows. Null removes the event. */
  tamper(id: string, change: (record: DoubleRecord) => Partial<DoubleRecord> | null): void {
    const record = this.records.find((each) => each.id === id)!;
    const changed = change(record);
    if (changed) Object.assign(record, changed);
    else this.records.splice(this.records.indexOf(record), 1);
  }

  /** Copies the files, to {@link restore} them later. */
  backUp(): DoubleBackup {
    return { records: [...this.records], end: this.end };
  }

  /** Replaces the files by older ones. Later records get positions that lost records had, or positions inside of these. */
  restore({ records, end }: DoubleBackup): void {
    this.records.splice(0, Infinity, ...records);
    this.end = end;
    this.streams.clear();
    for (const record of records) this.streams.set(record.stream, [...(this.streams.get(record.stream) ?? []), record]);
  }

  /** Calls `listener` after every append until the returned function is called. */
  onWritten(listener: () => void): () => void {
    this.written.on('written', listener);
    return () => this.written.off('written', listener);
  }

  private appendAtHead(stream: string, proposed: readonly ProposedRecord[]): AppendCheck {
    const last = this.write(stream, proposed).at(-1)!;
    const category = stream.slice(0, Math.max(0, stream.indexOf('-')));
    if (category) this.write(`$ce-${category}`, [{ ...systemRecord('$>'), data: utf8(`${last.revision}@${stream}`) }]);
    if (last.position % 7n === 0n) this.write('$stats-127.0.0.1:2113', [systemRecord('$statsCollected')]);
    this.written.emit('written');
    return { appended: true, revision: last.revision, position: last.position };
  }

  private write(stream: string, proposed: readonly ProposedRecord[]): DoubleRecord[] {
    const past = this.streams.get(stream) ?? [];
    this.streams.set(stream, past);
    return proposed.map((each) => {
      const record = { ...each, stream, revision: past.length, position: this.end, created: new Date() };
      this.end += sizeOf(record);
      past.push(record);
      this.records.push(record);
      return record;
    });
  }
}

/** Returns the number of bytes of a record in the transaction file. */
export const sizeOf = ({ stream, data, metadata }: Pick<DoubleRecord, 'stream' | 'data' | 'metadata'>): bigint =>
  BigInt(RECORD_BYTES + stream.length + data.length + metadata.length);

/** Returns the error of a server for a tombstoned stream. */
function streamDeleted(stream: string): Error {
  const metadata = new Metadata();
  metadata.set('exception', 'stream-deleted');
  metadata.set('stream-name', stream);
  const details = `Event stream '${stream}' is deleted.`;
  return Object.assign(new Error(details), { code: status.FAILED_PRECONDITION, details, metadata });
}

const systemRecord = (type: string): ProposedRecord => ({
  id: crypto.randomUUID(),
  type,
  contentType: 'application/json',
  data: utf8('{}'),
  metadata: utf8(''),
});
