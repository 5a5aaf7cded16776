import { setTimeout as pause } from 'node:timers/promises';
import { inParallel } from '../../../api/platform/in-parallel.js';
import { LightSocket, type ReceivedMessages, type Visitor, type Watch } from './light-socket.js';

/** A node admits a hundred handshakes per second. */
const HANDSHAKES_PER_SECOND_AND_NODE = 90;
const RETRY_MS = 1_000;
const MOST_TRIES = 20;
const AT_ONCE = 200;

/** A user who will connect, with the watched topic. */
export interface Guest extends Visitor {
  readonly watches: readonly Watch[];
  /** The class in which a student reports to be. */
  readonly presentIn?: string;
}

/** Many sockets in one process. */
export class Crowd {
  private readonly received: ReceivedMessages = { messages: 0, bytes: 0, resyncs: 0, closed: 0 };
  private readonly sockets: LightSocket[] = [];
  private readonly reports: NodeJS.Timeout[] = [];

  /** `reportEveryMs`: interval of the reports of a student's page. */
  constructor(private readonly reportEveryMs: number) {}

  get size(): number {
    return this.sockets.length;
  }

  /** Resolves when all of them are connected and have received their topic. */
  async admit(guests: readonly Guest[], nodes: number): Promise<void> {
    const perSecond = HANDSHAKES_PER_SECOND_AND_NODE * nodes;
    const coming = guests.map(async (guest, index) => {
      await pause((index / perSecond) * 1_000);
      await this.admitOne(guest);
    });
    await Promise.all(coming);
  }

  async watch(watch: Watch): Promise<void> {
    const here = this.sockets.filter((socket) => socket.isOpen);
    await inParallel(AT_ONCE, here, (socket) => this.insist(socket, watch));
  }

  unwatch(watch: Watch): void {
    for (const socket of this.sockets) if (socket.isOpen) socket.unwatch(watch);
  }

  /** Returns the received messages since the last call. */
  takeReceived(): ReceivedMessages {
    const received = { ...this.received };
    Object.assign(this.received, { messages: 0, bytes: 0, resyncs: 0, closed: 0 });
    return received;
  }

  leave(): void {
    for (const timer of this.reports.splice(0)) clearTimeout(timer);
    for (const socket of this.sockets.splice(0)) socket.close();
  }

  private async admitOne(guest: Guest): Promise<void> {
    for (;;) {
      const socket = await LightSocket.open(guest, this.received);
      if (socket) {
        this.sockets.push(socket);
        for (const watch of guest.watches) await this.insist(socket, watch);
        if (guest.presentIn) this.reportFrom(socket, guest.presentIn);
        return;
      }
      await pause(RETRY_MS * (0.5 + Math.random()));
    }
  }

  /** Retries as a page does when a node reports too much load. */
  private async insist(socket: LightSocket, watch: Watch): Promise<void> {
    for (let tries = 1; !(await socket.watch(watch)) && socket.isOpen; tries += 1) {
      if (tries === MOST_TRIES) throw new Error(`A user is not allowed to watch ${watch.topic}.`);
      await pause(RETRY_MS * (0.5 + Math.random()));
    }
  }

  private reportFrom(socket: LightSocket, sessionId: string): void {
    const report = { sessionId, scenarioId: null, since: null, idle: false, needsHelp: false };
    const repeat = (): void => {
      socket.report(report);
      this.reports.push(setInterval(() => socket.report(report), this.reportEveryMs));
    };
    socket.report(report);
    // Pages are opened at different times, so every measured duration has its share of their reports.
    this.reports.push(setTimeout(repeat, Math.random() * this.reportEveryMs));
  }
}
