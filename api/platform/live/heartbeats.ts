/** Members of an engine.io socket that its own pings use. The library declares them as private; `heartbeats.int.spec.ts` checks them. */
interface PingedSocket {
  readonly readyState: string;
  /** Refreshed after each pong. */
  pingIntervalTimer: NodeJS.Timeout | { refresh(): unknown };
  hasRefreshedPingTimeout: boolean;
  sendPacket(type: 'ping'): void;
  resetPingTimeout(): void;
}

/** Sockets that are due within this time are pinged together. */
const TICK_MS = 250;

/**
 * Pings sockets in groups. engine.io has a timer for each socket, so every ping and every pong wakes the process up, which costs several
 * times more than the messages. Answers to pings of the same moment arrive together, too.
 */
export class Heartbeats {
  /** Sockets by the tick at which they are due, the earliest first. */
  private readonly due = new Map<number, Set<PingedSocket>>();
  private timer: NodeJS.Timeout | undefined;

  /** @param intervalMs longest time from a pong to the next ping; it is shorter by at most one tick */
  constructor(
    private readonly intervalMs: number,
    private readonly tickMs = TICK_MS,
  ) {}

  /** Takes over the pings of an engine.io socket that was just opened. */
  takeOver(socket: unknown): void {
    const pinged = socket as PingedSocket;
    clearTimeout(pinged.pingIntervalTimer as NodeJS.Timeout);
    pinged.pingIntervalTimer = { refresh: () => this.schedule(pinged) };
    this.schedule(pinged);
  }

  private schedule(socket: PingedSocket): void {
    const tick = this.tickOf(performance.now() + this.intervalMs);
    const sockets = this.due.get(tick) ?? new Set();
    this.due.set(tick, sockets.add(socket));
    this.timer ??= setInterval(() => this.pingDue(), this.tickMs).unref();
  }

  private pingDue(): void {
    const now = this.tickOf(performance.now());
    for (const [tick, sockets] of this.due) {
      if (tick > now) break;
      this.due.delete(tick);
      for (const socket of sockets) if (socket.readyState === 'open') ping(socket);
    }
    if (this.due.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private tickOf(milliseconds: number): number {
    return Math.floor(milliseconds / this.tickMs);
  }
}

/** Does the same as the timer of engine.io. */
function ping(socket: PingedSocket): void {
  socket.hasRefreshedPingTimeout = false;
  socket.sendPacket('ping');
  socket.resetPingTimeout();
}
