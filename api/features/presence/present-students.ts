import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { PresenceReport } from '../../contracts/presence.contract.js';
import { REPORT_EVERY_MS } from '../../contracts/presence.rule.js';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { repeatedly } from '../../platform/live/repeatedly.js';
import { FaultLog } from '../../platform/ops/fault-log.js';
import { type Presence, PresenceTable, RELEASED } from './presence-table.js';

const WRITE_EVERY_MS = 5_000;
/**
 * Time without a report after which a page no longer counts as showing the class. A background page may report only once a
 * minute.
 */
const LONGEST_SILENCE_MS = 3 * REPORT_EVERY_MS;

/** Time for which an ended connection still counts. Within it, the page polls again or reconnects, perhaps to another node. */
const PAUSE_MS = 10_000;

/** A socket, or a poll by its id, whose newest report names this class. */
interface Connection {
  readonly report: PresenceReport;
  /** The reported presence. `reportedAt` is the time of the connection's newest change; a repeated report keeps it. */
  readonly presence: Presence;
  readonly hasEnded: boolean;
  /** Time after which the connection no longer counts, in milliseconds. */
  readonly expiresAt: number;
}

interface Student {
  /** The presence with the newest change. */
  presence: Presence;
  readonly connections: Map<string, Connection>;
}

/** Keeps the newest report of each connection of the students in each class on this node, and writes them together. */
@Injectable()
export class PresentStudents implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly faults = new FaultLog(new Logger(PresentStudents.name));
  private readonly stopped = new AbortController();
  private readonly students = new Map<string, Student>();
  /** Key of the newest report of each connection. */
  private readonly keys = new Map<string, string>();
  /** Microseconds of this node's times. Without them, two nodes would overwrite each other's changes of the same millisecond. */
  private readonly microseconds = String(Math.floor(Math.random() * 1_000)).padStart(3, '0');

  constructor(
    private readonly table: PresenceTable,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const onError = (error: unknown): void => this.faults.report(error);
    void repeatedly(WRITE_EVERY_MS, this.stopped.signal, () => this.write(), onError);
  }

  /** Writes no student as offline on shutdown: within seconds they are connected to another node. */
  onModuleDestroy(): void {
    this.stopped.abort();
  }

  /**
   * Accepts the report of a connection, which is in one class at a time. A repeated report only shows that the page is still open; it does
   * not replace a newer change of another page. The write checks whether the student is on its roster.
   */
  report(connectionId: string, userId: string, report: PresenceReport): void {
    const key = `${report.sessionId}:${userId}`;
    if (this.keys.get(connectionId) !== key) this.remove(connectionId);
    const now = this.clock.now();
    const student = this.students.get(key);
    const [before, connections] = [student?.presence, student?.connections ?? new Map<string, Connection>()];
    const presence =
      repeatedBy(report, connectionId, connections)?.presence ??
      presenceOf(userId, report, [...connections.values()], this.momentOf(now));
    if (!connections.has(connectionId)) this.removeContinued(connections, report);
    const expiresAt = now.getTime() + LONGEST_SILENCE_MS;
    connections.set(connectionId, { report, presence, hasEnded: false, expiresAt });
    this.keys.set(connectionId, key);
    const newest = newestPresence(connections, before);
    this.students.set(key, { presence: newest, connections });
    // Help requests are written immediately, without waiting for the next round.
    if (newest.helpId !== (before?.helpId ?? null)) {
      this.table.write([newest]).catch((error: unknown) => this.faults.report(error));
    }
  }

  /** Ends a connection. It still counts until its page had time to reconnect or to poll again. */
  leave(connectionId: string): void {
    const student = this.students.get(this.keys.get(connectionId) ?? '');
    const connection = student?.connections.get(connectionId);
    if (!student || !connection) return;
    const expiresAt = this.clock.now().getTime() + PAUSE_MS;
    student.connections.set(connectionId, { ...connection, hasEnded: true, expiresAt });
  }

  /** Writes all students in one statement, and none when there are none. Offline students are removed after the write. */
  async write(): Promise<void> {
    this.removeExpired();
    await this.releaseEnded();
    if (this.students.size === 0) return;
    const disconnected = [...this.students].filter(([, { connections }]) => connections.size === 0);
    await this.table.write(
      [...this.students.values()].map(({ presence, connections }) =>
        connections.size === 0 ? { ...presence, state: 'offline' } : presence,
      ),
    );
    for (const [key, student] of disconnected) {
      // A student who has reconnected in the meantime is kept.
      if (this.students.get(key) === student && student.connections.size === 0) this.students.delete(key);
    }
  }

  /** Lets another node take over students whose connections to this node have all ended, before it writes them as offline. */
  private async releaseEnded(): Promise<void> {
    const ended = [...this.students.values()].filter(
      ({ presence, connections }) =>
        presence.reportedAt !== RELEASED && [...connections.values()].every(({ hasEnded }) => hasEnded),
    );
    if (ended.length === 0) return;
    await this.table.release(ended.map(({ presence }) => presence));
    for (const student of ended) student.presence = { ...student.presence, reportedAt: RELEASED };
  }

  /** Removes the ended connection that a new one continues: the one with the same report, otherwise the newest one. */
  private removeContinued(connections: ReadonlyMap<string, Connection>, report: PresenceReport): void {
    const ended = [...connections].filter(([, { hasEnded }]) => hasEnded);
    const [id] = ended.find(([, each]) => isDeepStrictEqual(each.report, report)) ?? ended.at(-1) ?? [];
    if (id !== undefined) this.remove(id);
  }

  private removeExpired(): void {
    const now = this.clock.now().getTime();
    for (const { connections } of this.students.values()) {
      for (const [id, { expiresAt }] of connections) if (expiresAt <= now) this.remove(id);
    }
  }

  /** Removes a connection. The student then has the presence of the remaining connection with the newest change. */
  private remove(connectionId: string): void {
    const student = this.students.get(this.keys.get(connectionId) ?? '');
    this.keys.delete(connectionId);
    student?.connections.delete(connectionId);
    if (!student || student.connections.size === 0) return;
    student.presence = newestPresence(student.connections, student.presence);
  }

  private momentOf(time: Date): string {
    return time.toISOString().replace('Z', `${this.microseconds}Z`);
  }
}

/**
 * Returns the connection whose change a report repeats: its own connection; for a new one, such as the next poll of a page, another
 * connection with the same report. When that is the student's presence anyway, a new connection counts as a change, because the student
 * may have been connected to another node in between.
 */
function repeatedBy(
  report: PresenceReport,
  connectionId: string,
  connections: ReadonlyMap<string, Connection>,
): Connection | undefined {
  const isRepeated = (each: Connection): boolean => isDeepStrictEqual(each.report, report);
  const own = connections.get(connectionId);
  if (own) return isRepeated(own) ? own : undefined;
  const repeated = [...connections.values()].find(isRepeated);
  return repeated && !isRepeated(newestOf(connections)) ? repeated : undefined;
}

/** Returns the connection with the newest change. A page that is idle never hides one that is used. */
const newestOf = (connections: ReadonlyMap<string, Connection>): Connection => {
  const used = [...connections.values()].filter(({ report }) => !report.idle);
  return (used.length > 0 ? used : [...connections.values()]).reduce((newest, next) =>
    next.presence.reportedAt < newest.presence.reportedAt ? newest : next,
  );
};

/** Returns the presence with the newest change. Its time never goes back, because the table would ignore an older one. */
function newestPresence(connections: ReadonlyMap<string, Connection>, before: Presence | undefined): Presence {
  const { presence } = newestOf(connections);
  return before && before.reportedAt > presence.reportedAt ? { ...presence, reportedAt: before.reportedAt } : presence;
}

function presenceOf(
  userId: string,
  { sessionId, scenarioId, since, idle, needsHelp, helpId: reportedId }: PresenceReport,
  connections: readonly Connection[],
  now: string,
): Presence {
  const helpId = needsHelp ? (reportedId ?? userId) : null;
  const asked = connections.find(({ presence }) => presence.helpId === helpId)?.presence.needsHelpSince;
  return {
    sessionId,
    userId,
    state: idle ? 'idle' : 'online',
    scenarioId,
    since: scenarioId === null ? null : (since ?? now),
    needsHelpSince: helpId === null ? null : (asked ?? now),
    helpId,
    reportedAt: now,
  };
}
