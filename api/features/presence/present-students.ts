import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { PresenceReport } from '../../contracts/presence.contract.js';
import { REPORT_EVERY_MS } from '../../contracts/presence.rule.js';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { repeatedly } from '../../platform/live/repeatedly.js';
import { FaultLog } from '../../platform/ops/fault-log.js';
import { type Presence, PresenceTable } from './presence-table.js';

const WRITE_EVERY_MS = 5_000;
/**
 * Time without a report after which a page no longer counts as showing the class. A background page may report only once a
 * minute.
 */
const LONGEST_SILENCE_MS = 3 * REPORT_EVERY_MS;

/** Time for which an ended poll still counts. A page polls again within a second of each response, on a slow network later. */
const POLL_PAUSE_MS = 10_000;

interface Student {
  readonly presence: Presence;
  /** Connections whose newest report names this class: sockets, or polls by their ids. */
  readonly connections: Set<string>;
}

/** Keeps the newest report of each student in each class on this node, and writes them together. */
@Injectable()
export class PresentStudents implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly faults = new FaultLog(new Logger(PresentStudents.name));
  private readonly stopped = new AbortController();
  private readonly students = new Map<string, Student>();
  /** Key of the newest report of each connection. */
  private readonly keys = new Map<string, string>();
  /** Ended polls with the time until which their pages may poll again, in milliseconds. */
  private readonly endedPolls = new Map<string, number>();

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
   * Accepts the report of a connection, which is in one class at a time. The write checks whether the student is on its
   * roster.
   */
  report(connectionId: string, userId: string, report: PresenceReport): void {
    const key = `${report.sessionId}:${userId}`;
    if (this.keys.get(connectionId) !== key) this.leave(connectionId);
    const known = this.students.get(key);
    const presence = presenceOf(userId, report, known?.presence, this.clock.now().toISOString());
    this.students.set(key, { presence, connections: (known?.connections ?? new Set()).add(connectionId) });
    this.keys.set(connectionId, key);
    // Help requests are written immediately, without waiting for the next round.
    if (presence.helpId !== (known?.presence.helpId ?? null)) {
      this.table.write([presence]).catch((error: unknown) => this.faults.report(error));
    }
  }

  /** Removes a connection that has ended or shows another class. */
  leave(connectionId: string): void {
    this.students.get(this.keys.get(connectionId) ?? '')?.connections.delete(connectionId);
    this.keys.delete(connectionId);
  }

  /** Keeps the connection of an ended poll until its page had time to poll again. */
  pollEnded(pollId: string): void {
    this.endedPolls.set(pollId, this.clock.now().getTime() + POLL_PAUSE_MS);
  }

  /** Writes all students in one statement, and none when there are none. Offline students are removed after the write. */
  async write(): Promise<void> {
    this.removeSilent();
    this.dropEndedPolls();
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

  private dropEndedPolls(): void {
    const now = this.clock.now().getTime();
    for (const [pollId, until] of this.endedPolls) {
      if (until > now) continue;
      this.endedPolls.delete(pollId);
      this.leave(pollId);
    }
  }

  private removeSilent(): void {
    const silentSince = new Date(this.clock.now().getTime() - LONGEST_SILENCE_MS).toISOString();
    for (const { presence, connections } of this.students.values()) {
      if (presence.reportedAt < silentSince) for (const connectionId of connections) this.leave(connectionId);
    }
  }
}

function presenceOf(
  userId: string,
  { sessionId, scenarioId, since, idle, needsHelp, helpId: reportedId }: PresenceReport,
  before: Presence | undefined,
  now: string,
): Presence {
  const helpId = needsHelp ? (reportedId ?? userId) : null;
  return {
    sessionId,
    userId,
    state: idle ? 'idle' : 'online',
    scenarioId,
    since: scenarioId === null ? null : (since ?? now),
    needsHelpSince: helpId === null ? null : before?.helpId === helpId ? before.needsHelpSince : now,
    helpId,
    reportedAt: now,
  };
}
