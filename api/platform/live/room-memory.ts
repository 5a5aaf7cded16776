import { createHash } from 'node:crypto';
import type { LiveChanges, LiveRow, PollWatch } from '../../contracts/live.contract.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';

/** Messages and rows that a room of kind `rows` remembers: some ten seconds of a busy class. */
const MAX_MESSAGES = 100;
const MAX_ROWS = 2_000;

/** What a watcher lacks; `full` true: `rows` is all there is. `digest` names the content of kinds without sequences of their own. */
export interface News {
  readonly generation: number;
  readonly sequence: number;
  readonly full: boolean;
  readonly rows: readonly LiveRow<unknown>[];
  readonly digest?: string;
}

/** What a room has sent lately. Polls are answered from it, because two hundred of them would read the same rows each time. */
export interface RoomMemory {
  /** The room has sent this message to its watchers. */
  changed(message: LiveChanges): void;
  /** A watcher was answered with this read of everything, or of what is newer than `since`. */
  answered(read: LiveRead): void;
  /** The room asked its watchers to start over. */
  forget(): void;
  /** Returns what the watcher lacks, null when it lacks nothing, undefined when only a read can tell. */
  newsFor(watch: PollWatch): News | null | undefined;
  /** The digest of what all watchers hold after the newest message; undefined for kind `rows`. */
  digest(): string | undefined;
}

/** Makes the memory of a room whose first message holds what changed after `sequence`. */
export const createRoomMemory = ({ kind }: LiveTopicDefinition, sequence: number): RoomMemory =>
  kind === 'rows' ? new ChangesMemory(sequence) : new ContentMemory(kind);

/** Kind `rows`: the newest messages, complete from `start` on. */
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

  answered({ generation }: LiveRead): void {
    this.generation ??= generation;
  }

  /** What the room sends next begins at a sequence that is not known here. */
  forget(): void {
    this.start = Infinity;
    this.generation = undefined;
    this.messages = [];
    this.rows = 0;
  }

  newsFor({ since, generation }: PollWatch): News | null | undefined {
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

/** Kinds `snapshot` and `presence`: all rows, once they have been read or sent as a whole. */
class ContentMemory implements RoomMemory {
  private content: Omit<News, 'full' | 'digest'> | undefined;
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

  answered({ generation, sequence, rows }: LiveRead): void {
    // A read that began earlier may end later.
    if (!this.content || sequence >= this.content.sequence) this.keep({ generation, sequence, rows });
  }

  forget(): void {
    this.content = undefined;
    this.knownDigest = undefined;
  }

  newsFor({ since = 0, digest }: PollWatch): News | null | undefined {
    if (!this.content) return undefined;
    const own = this.digest()!;
    if (own === digest) return null;
    // The watcher has read from a node that is further.
    if (this.kind === 'snapshot' && since > this.content.sequence) return undefined;
    return { ...this.content, full: true, digest: own };
  }

  digest(): string | undefined {
    if (this.content) this.knownDigest ??= digestOf(this.content.rows);
    return this.knownDigest;
  }

  private keep(content: Omit<News, 'full' | 'digest'>): void {
    this.content = content;
    this.knownDigest = undefined;
  }
}

/** Names rows by what they hold; equal on every node, whatever the order and the sequences. */
export function digestOf(rows: readonly LiveRow<unknown>[]): string {
  const held = rows.map(({ key, value }) => JSON.stringify([key, value])).toSorted();
  return createHash('sha256').update(held.join()).digest('base64url').slice(0, 22);
}
