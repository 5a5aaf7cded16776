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

/** Time for which a page without a connection still counts. Within it, the page polls again or reconnects, perhaps to another node. */
const PAUSE_MS = 10_000;

/** A page whose newest report names this class. */
interface Page {
  readonly report: PresenceReport;
  /** The reported presence. `reportedAt` is the time of the page's newest change; a repeated report keeps it. */
  readonly presence: Presence;
  /** The socket or the poll of the newest report; undefined after its end. */
  readonly connectionId: string | undefined;
  /** Time after which the page no longer counts, in milliseconds. */
  readonly expiresAt: number;
}

interface Student {
  /** The presence with the newest change. */
  presence: Presence;
  readonly pages: Map<string, Page>;
}

/** Keeps the newest report of each page of the students in each class on this node, and writes them together. */
@Injectable()
export class PresentStudents implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly faults = new FaultLog(new Logger(PresentStudents.name));
  private readonly stopped = new AbortController();
  private readonly students = new Map<string, Student>();
  /** The student whom the newest report of each page names. */
  private readonly studentOf = new Map<string, string>();
  /** The page of each open connection. */
  private readonly pageOf = new Map<string, string>();
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
   * Accepts the report of a page, which is in one class at a time. A repeated report only shows that the page is still open; it does not
   * replace a newer change of another page. The write checks whether the student is on its roster.
   */
  report(connectionId: string, userId: string, report: PresenceReport): void {
    const key = `${report.sessionId}:${userId}`;
    const pageId = `${userId}:${report.page?.id ?? connectionId}`;
    const replaced = this.pageOf.get(connectionId);
    if (replaced !== undefined && replaced !== pageId) this.remove(replaced);
    if (this.studentOf.get(pageId) !== key) this.remove(pageId);
    const now = this.clock.now();
    const student = this.students.get(key);
    const [before, pages] = [student?.presence, student?.pages ?? new Map<string, Page>()];
    const page = pages.get(pageId);
    const presence =
      page && isRepeated(page, report, connectionId, pages)
        ? page.presence
        : presenceOf(userId, report, [...pages.values()], this.momentOf(now));
    pages.set(pageId, { report, presence, connectionId, expiresAt: now.getTime() + LONGEST_SILENCE_MS });
    this.studentOf.set(pageId, key);
    this.pageOf.set(connectionId, pageId);
    const newest = newestPresence(pages, before);
    this.students.set(key, { presence: newest, pages });
    // Help requests are written immediately, without waiting for the next round.
    if (newest.helpId !== (before?.helpId ?? null)) {
      this.table.write([newest]).catch((error: unknown) => this.faults.report(error));
    }
  }

  /** Ends a connection. Its page still counts until it had time to reconnect or to poll again. */
  leave(connectionId: string): void {
    const pageId = this.pageOf.get(connectionId) ?? '';
    this.pageOf.delete(connectionId);
    const pages = this.students.get(this.studentOf.get(pageId) ?? '')?.pages;
    const page = pages?.get(pageId);
    // The next connection of the page can begin before this one ends.
    if (page?.connectionId !== connectionId) return;
    pages!.set(pageId, { ...page, connectionId: undefined, expiresAt: this.clock.now().getTime() + PAUSE_MS });
  }

  /** Writes all students in one statement, and none when there are none. Offline students are removed after the write. */
  async write(): Promise<void> {
    this.removeExpired();
    await this.releaseEnded();
    if (this.students.size === 0) return;
    const disconnected = [...this.students].filter(([, { pages }]) => pages.size === 0);
    await this.table.write(
      [...this.students.values()].map(({ presence, pages }) =>
        pages.size === 0 ? { ...presence, state: 'offline' } : presence,
      ),
    );
    for (const [key, student] of disconnected) {
      // A student who has reconnected in the meantime is kept.
      if (this.students.get(key) === student && student.pages.size === 0) this.students.delete(key);
    }
  }

  /** Lets another node take over students whose connections to this node have all ended, before it writes them as offline. */
  private async releaseEnded(): Promise<void> {
    const ended = [...this.students.values()].filter(
      ({ presence, pages }) =>
        presence.reportedAt !== RELEASED && [...pages.values()].every(({ connectionId }) => connectionId === undefined),
    );
    if (ended.length === 0) return;
    await this.table.release(ended.map(({ presence }) => presence));
    for (const student of ended) student.presence = { ...student.presence, reportedAt: RELEASED };
  }

  private removeExpired(): void {
    const now = this.clock.now().getTime();
    for (const { pages } of this.students.values()) {
      for (const [id, { expiresAt }] of pages) if (expiresAt <= now) this.remove(id);
    }
  }

  /** Removes a page. The student then has the presence of the remaining page with the newest change. */
  private remove(pageId: string): void {
    const student = this.students.get(this.studentOf.get(pageId) ?? '');
    const { connectionId } = student?.pages.get(pageId) ?? {};
    if (connectionId !== undefined) this.pageOf.delete(connectionId);
    this.studentOf.delete(pageId);
    student?.pages.delete(pageId);
    if (!student || student.pages.size === 0) return;
    student.presence = newestPresence(student.pages, student.presence);
  }

  private momentOf(time: Date): string {
    return time.toISOString().replace('Z', `${this.microseconds}Z`);
  }
}

/**
 * Returns whether a report repeats the newest one of its page. When the page has the student's presence, a new connection counts as a
 * change, because the page may have been connected to another node in between.
 */
const isRepeated = (
  page: Page,
  report: PresenceReport,
  connectionId: string,
  pages: ReadonlyMap<string, Page>,
): boolean =>
  isDeepStrictEqual(page.report, report) && (page.connectionId === connectionId || newestOf(pages) !== page);

/** Returns the page with the newest change. A page that is idle never hides one that is used. */
const newestOf = (pages: ReadonlyMap<string, Page>): Page => {
  const used = [...pages.values()].filter(({ report }) => !report.idle);
  return (used.length > 0 ? used : [...pages.values()]).reduce((newest, next) =>
    next.presence.reportedAt < newest.presence.reportedAt ? newest : next,
  );
};

/** Returns the presence with the newest change. Its time never goes back, because the table would ignore an older one. */
function newestPresence(pages: ReadonlyMap<string, Page>, before: Presence | undefined): Presence {
  const { presence } = newestOf(pages);
  return before && before.reportedAt > presence.reportedAt ? { ...presence, reportedAt: before.reportedAt } : presence;
}

function presenceOf(
  userId: string,
  { sessionId, scenarioId, since, idle, needsHelp, helpId: reportedId }: PresenceReport,
  pages: readonly Page[],
  now: string,
): Presence {
  const helpId = needsHelp ? (reportedId ?? userId) : null;
  const asked = pages.find(({ presence }) => presence.helpId === helpId)?.presence.needsHelpSince;
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
