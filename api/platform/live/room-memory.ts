import { createHash } from 'node:crypto';
import type { LiveChanges, LiveRow, PollWatch } from '../../contracts/live.contract.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';

/** Limits on the messages and rows that a room of kind `rows` remembers: about ten seconds of a busy class. */
const MAX_MESSAGES = 100;
const MAX_ROWS = 2_000;

/**
 * The changes that a watcher lacks. With `full`, `rows` are all rows. `digest` identifies the content of kinds without
 * sequences of their own.
 */
export interface RowChange {
  readonly generation: number;
  readonly sequence: number;
  readonly full: boolean;
  readonly rows: readonly LiveRow<unknown>[];
  readonly digest?: string;
}

/** Recent messages of a room. Polls are answered from it, because two hundred polls would otherwise read the same rows. */
export interface RoomMemory {
  /** Records a message that the room has sent to its watchers. */
  changed(message: LiveChanges): void;
  /** Records the rows in a reply to a watcher: all rows, or the rows that are newer than `since`. */
  recordReply(read: LiveRead): void;
  /** Clears the memory after the room has asked its watchers to start over. */
  forget(): void;
  /** Returns the changes that the watcher lacks, null for none, undefined when a read is needed. */
  changesFor(watch: PollWatch): RowChange | null | undefined;
  /** Returns the digest of all watchers' rows after the newest message; undefined for kind `rows`. */
  digest(): string | undefined;
}

/** Creates the memory of a room whose first message contains the changes after `sequence`. */
export const createRoomMemory = ({ kind }: LiveTopicDefinition, sequence: number): RoomMemory =>
  kind === 'rows' ? new ChangesMemory(sequence) : new ContentMemory(kind);

/** Memory of a room of kind `rows`: the newest messages, complete from `start`. */
class ChangesMemory implements RoomMemory {
  private generation: number | undefined;
  private messages: LiveChanges[] = [];
  private rows = 0;

  constructor(private start: number) {}

  changed(message: LiveChanges): void {
    this.generation ??= message.generation;
    if (this.start === Infinity) this.start = message.sequence;
    this.messages.push(message);
    this.rows += message.rows.length;
    while (this.messages.length > MAX_MESSAGES || this.rows > MAX_ROWS) this.dropOldest();
  }

  recordReply({ generation }: LiveRead): void {
    this.generation ??= generation;
  }

  /** Clears the messages. `start` is unknown until the next message. */
  forget(): void {
    this.start = Infinity;
    this.generation = undefined;
    this.messages = [];
    this.rows = 0;
  }

  changesFor({ since, generation }: PollWatch): RowChange | null | undefined {
    if (since === undefined || generation === undefined || generation !== this.generation) return undefined;
    if (since < this.start) return undefined;
    const newer = this.messages.filter(({ sequence }) => sequence > since);
    const rows = new Map(newer.flatMap((message) => message.rows.map((row) => [row.key, row] as const)));
    const lacking = [...rows.values()].filter(({ sequence }) => sequence > since);
    if (lacking.length === 0) return null;
    return { generation, sequence: newer.at(-1)!.sequence, full: false, rows: lacking };
  }

  digest(): undefined {
    return undefined;
  }

  private dropOldest(): void {
    const oldest = this.messages.shift()!;
    this.rows -= oldest.rows.length;
    this.start = Math.max(this.start, oldest.sequence);
  }
}

/** Memory of a room of kind `snapshot` or `presence`: all rows, once they have been read or sent completely. */
class ContentMemory implements RoomMemory {
  private content: Omit<RowChange, 'full' | 'digest'> | undefined;
  private knownDigest: string | undefined;

  constructor(private readonly kind: 'snapshot' | 'presence') {}

  changed({ generation, sequence, rows }: LiveChanges): void {
    if (this.kind === 'snapshot') return this.keep({ generation, sequence, rows });
    if (!this.content) return;
    const merged = new Map(this.content.rows.map((row) => [row.key, row]));
    for (const row of rows) {
      if (row.value === null) merged.delete(row.key);
      else merged.set(row.key, row);
    }
    this.keep({ generation, sequence, rows: [...merged.values()] });
  }

  recordReply({ generation, sequence, rows }: LiveRead): void {
    // A read that began earlier can end later.
    if (!this.content || sequence >= this.content.sequence) this.keep({ generation, sequence, rows });
  }

  forget(): void {
    this.content = undefined;
    this.knownDigest = undefined;
  }

  changesFor({ since = 0, digest }: PollWatch): RowChange | null | undefined {
    if (!this.content) return undefined;
    const own = this.digest()!;
    if (own === digest) return null;
    // The watcher has read from a node that was ahead of this one.
    if (this.kind === 'snapshot' && since > this.content.sequence) return undefined;
    return { ...this.content, full: true, digest: own };
  }

  digest(): string | undefined {
    if (this.content) this.knownDigest ??= digestOf(this.content.rows);
    return this.knownDigest;
  }

  private keep(content: Omit<RowChange, 'full' | 'digest'>): void {
    this.content = content;
    this.knownDigest = undefined;
  }
}

/** Returns a digest of the rows' contents. It is equal on every node, independent of order and sequences. */
export function digestOf(rows: readonly LiveRow<unknown>[]): string {
  const entries = rows.map(({ key, value }) => JSON.stringify([key, value])).toSorted();
  return createHash('sha256').update(entries.join()).digest('base64url').slice(0, 22);
}
