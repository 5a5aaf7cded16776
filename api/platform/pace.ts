/** Number of actions that are not delayed after a quiet period: the few commands that a person gives in a row. */
const BURST = 5;

/** Spaces frequent actions under load. Actions after a quiet period are not delayed, only those that follow them closely. */
export class Pace {
  /** Time at which the actions so far would end if each took {@link everyMs}. */
  private busyUntil = -Infinity;

  constructor(
    private readonly everyMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Counts an action. */
  count(): void {
    this.busyUntil = Math.max(this.busyUntil, this.now()) + this.everyMs;
  }

  /** Time until the next action may begin, in ms. */
  get waitMs(): number {
    return Math.max(0, this.busyUntil - (BURST - 1) * this.everyMs - this.now());
  }
}
