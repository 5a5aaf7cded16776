import { EventEmitter } from 'node:events';

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
  | { readonly appended: false; readonly current: number };

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
  private readonly streams = new Map<string, DoubleRecord[]>();
  private readonly written = new EventEmitter().setMaxListeners(0);
  private end = 0n;

  constructor() {
    this.write('$users', [systemRecord('$user-created')]);
    this.write('$$$stats-127.0.0.1:2113', [systemRecord('$metadata')]);
  }

  append(stream: string, expected: ExpectedState, proposed: readonly ProposedRecord[]): AppendCheck {
    const past = this.streams.get(stream) ?? [];
    const current = past.length - 1;
    if (expected === 'any' || (expected === 'stream exists' && current >= 0))
      return this.appendAtHead(stream, proposed);
    if (expected === 'stream exists') return { appended: false, current };
    const wanted = expected === 'no stream' ? NO_STREAM : expected;
    if (wanted === current) return this.appendAtHead(stream, proposed);
    const isRepeat =
      wanted < current && proposed.every(({ id }, index) => past[wanted + 1 + index]?.id === id && proposed.length > 0);
    const last = past[wanted + proposed.length];
    if (!isRepeat || !last) return { appended: false, current };
    return { appended: true, revision: last.revision, position: last.position };
  }

  /** Returns undefined when the stream does not exist. */
  stream(name: string): readonly DoubleRecord[] | undefined {
    return this.streams.get(name);
  }

  /** Changes a stored event, which no server allows. Null removes the event. */
  tamper(id: string, change: (record: DoubleRecord) => Partial<DoubleRecord> | null): void {
    const record = this.records.find((each) => each.id === id)!;
    const changed = change(record);
    if (changed) Object.assign(record, changed);
    else this.records.splice(this.records.indexOf(record), 1);
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
      this.end += BigInt(RECORD_BYTES + stream.length + each.data.length + each.metadata.length);
      past.push(record);
      this.records.push(record);
      return record;
    });
  }
}

const systemRecord = (type: string): ProposedRecord => ({
  id: crypto.randomUUID(),
  type,
  contentType: 'application/json',
  data: utf8('{}'),
  metadata: utf8(''),
});
