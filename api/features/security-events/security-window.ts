import { v7 as uuidv7 } from 'uuid';
import type { SecurityEventKind } from '../../contracts/security-event.contract.js';
import { networkOf } from '../../platform/client-network.js';
import type { RequestRefusal } from '../../platform/http/refusals.js';

const MINUTE_MS = 60_000;
/** Limits of new rows in a minute, for a node and for one network. A flood must not hide other callers. */
const MAX_ROWS = 120;
const MAX_ROWS_PER_NETWORK = 40;
/** Maximum number of rows of past minutes that are kept while the database is unavailable. */
const MAX_OVERDUE = 600;

/** A row of `plain.security_events`. */
export interface SecurityRow {
  readonly id: string;
  readonly kind: SecurityEventKind;
  readonly firstAt: Date;
  lastAt: Date;
  count: number;
  readonly actorId: string | null;
  readonly userId: string | null;
  readonly nameHmac: string | null;
  readonly network: string | null;
  address: string | null;
  requestId: string | null;
  route: string | null;
  code: string | null;
}

interface Entry {
  readonly row: SecurityRow;
  /** The count that is stored in the database. */
  saved: number;
}

/**
 * Refusals of the current minute, in memory. Repeats by the same caller from the same network are one row with a count. Refusals beyond the
 * limits are counted in one row of kind `left-out`.
 */
export class SecurityWindow {
  private minute = 0;
  private entries = new Map<string, Entry>();
  private rowsOfNetwork = new Map<string, number>();
  private overdue: Entry[] = [];

  record(refusal: RequestRefusal, now: Date): void {
    this.turnTo(now);
    const network = networkOf(refusal.address);
    const { kind, actorId, tried } = refusal;
    const nameHmac = tried?.nameHmac.toString('hex') ?? null;
    const key = [kind, actorId, nameHmac, network].join(' ');
    const known = this.entries.get(key);
    if (known) return repeat(known.row, refusal, now);
    const ofNetwork = this.rowsOfNetwork.get(network) ?? 0;
    if (this.entries.size >= MAX_ROWS || ofNetwork >= MAX_ROWS_PER_NETWORK) return this.logSuppressed(now);
    this.rowsOfNetwork.set(network, ofNetwork + 1);
    const { address, requestId, route, code } = refusal;
    const about = { actorId, userId: tried?.userId ?? null, nameHmac, network, address, requestId, route, code };
    this.entries.set(key, { row: { ...newRow(kind, now), ...about }, saved: 0 });
  }

  /** Returns rows whose stored copy is missing or outdated, and a function to call once they are saved. */
  unsaved(now: Date): { rows: readonly SecurityRow[]; saved: () => void } {
    this.turnTo(now);
    const entries = [...this.overdue, ...[...this.entries.values()].filter(isUnsaved)];
    const counts = entries.map(({ row }) => row.count);
    return {
      rows: entries.map(({ row }) => ({ ...row })),
      saved: () => {
        for (const [index, entry] of entries.entries()) entry.saved = counts[index]!;
        this.overdue = this.overdue.filter(isUnsaved);
      },
    };
  }

  private turnTo(now: Date): void {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (minute === this.minute) return;
    this.minute = minute;
    this.overdue = [...this.overdue, ...[...this.entries.values()].filter(isUnsaved)].slice(-MAX_OVERDUE);
    this.entries = new Map();
    this.rowsOfNetwork = new Map();
  }

  private logSuppressed(now: Date): void {
    const entry = this.entries.get('left-out');
    if (!entry) return void this.entries.set('left-out', { row: newRow('left-out', now), saved: 0 });
    entry.row.count += 1;
    entry.row.lastAt = now;
  }
}

const isUnsaved = ({ row, saved }: Entry): boolean => row.count !== saved;

const newRow = (kind: SecurityEventKind, now: Date): SecurityRow => ({
  id: uuidv7(),
  kind,
  firstAt: now,
  lastAt: now,
  count: 1,
  actorId: null,
  userId: null,
  nameHmac: null,
  network: null,
  address: null,
  requestId: null,
  route: null,
  code: null,
});

function repeat(row: SecurityRow, { address, requestId, route, code }: RequestRefusal, now: Date): void {
  Object.assign(row, { address, requestId, route, code, lastAt: now, count: row.count + 1 });
}
