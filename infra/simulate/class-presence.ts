import { randomUUID } from 'node:crypto';
import type { PresenceReport } from '../../api/contracts/presence.contract.js';
import { REPORT_EVERY_MS } from '../../api/contracts/presence.rule.js';
import type { ApiClient } from './api-client.js';
import { LiveSocket } from './live-socket.js';

/** 25 per second. The server admits 40 from one address. */
const BETWEEN_CONNECTIONS_MS = 40;
const LOOK_EVERY_MS = 5_000;
const BACK_OFF = { firstMs: 1_000, longestMs: 15_000 };
/** One in this many students. */
const IDLE = 12;
const NEEDS_HELP = 15;

interface Student {
  readonly connection: LiveSocket;
  report: Required<Omit<PresenceReport, 'helpId'>>;
  reportedAt: number;
}

/** Reports the presence of the students, like their pages: a few are idle, a few need help. */
export class ClassPresence {
  private readonly students = new Map<string, Student>();
  private readonly timers: NodeJS.Timeout[];

  constructor(clients: readonly ApiClient[], sessionId: string) {
    clients.forEach((client, index) => this.students.set(client.userId, newStudent(client, sessionId, index)));
    const connections = [...this.students.values()].map(({ connection }, index) =>
      setTimeout(() => connection.socket.connect(), index * BETWEEN_CONNECTIONS_MS),
    );
    this.timers = [...connections, setInterval(() => this.reportChanges(), LOOK_EVERY_MS)];
  }

  /** Reports that a student is in a scenario from now on. */
  plays(userId: string, scenarioId: string): void {
    const student = this.students.get(userId);
    if (!student || student.report.scenarioId === scenarioId) return;
    const { page } = student.report;
    student.report = {
      ...student.report,
      scenarioId,
      since: new Date().toISOString(),
      page: { ...page, change: page.change + 1 },
    };
    student.reportedAt = 0;
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    for (const { connection } of this.students.values()) connection.close();
  }

  private reportChanges(): void {
    const now = Date.now();
    for (const student of this.students.values()) if (now - student.reportedAt >= REPORT_EVERY_MS) say(student);
  }
}

function newStudent(client: ApiClient, sessionId: string, index: number): Student {
  const connection = new LiveSocket(client, BACK_OFF);
  const report: Student['report'] = {
    sessionId,
    scenarioId: null,
    since: null,
    idle: index % IDLE === IDLE - 1,
    needsHelp: index % NEEDS_HELP === NEEDS_HELP / 3,
    page: { id: randomUUID(), change: 0 },
  };
  const student: Student = { connection, report, reportedAt: 0 };
  connection.socket.on('connect', () => say(student));
  return student;
}

function say(student: Student): void {
  const { socket } = student.connection;
  if (!socket.connected) return;
  socket.emit('presence', student.report);
  student.reportedAt = Date.now();
}
