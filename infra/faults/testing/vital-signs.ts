import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, type Goal, figure, median } from '../../bench/figure.js';
import type { StageNode } from './stage-node.js';

const LOOK_EVERY_MS = 2_000;

interface Signs {
  readonly memoryMb: number;
  /** Number of open files and connections. */
  readonly handles: number;
  readonly lagSeconds: number;
}

/** Samples a process to find out whether its resources grow. */
export class VitalSigns {
  private readonly seen: Signs[] = [];
  private isOver = false;
  private readonly looking: Promise<void>;

  constructor(private readonly node: StageNode) {
    this.looking = this.look();
    // The caller of `end` handles a failure.
    this.looking.catch(() => undefined);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.looking;
  }

  /** Compares the last quarter with the second one. The first quarter is the warm-up. */
  figures(): Figure[] {
    const quarter = Math.floor(this.seen.length / 4);
    const growth = (name: string, of: (signs: Signs) => number, unit: string, goal: Goal): Figure => {
      const [early, late] = [this.seen.slice(quarter, 2 * quarter), this.seen.slice(-quarter)];
      return figure(name, median(late.map(of)) - median(early.map(of)), unit, goal);
    };
    return [
      growth('memory grew by', ({ memoryMb }) => memoryMb, 'MB', { atMost: 30 }),
      growth('open handles grew by', ({ handles }) => handles, 'handles', { atMost: 10 }),
      growth('lag of the read models grew by', ({ lagSeconds }) => lagSeconds, 's', { atMost: 1 }),
      figure('memory at the end', this.seen.at(-1)?.memoryMb ?? Number.NaN, 'MB'),
    ];
  }

  private async look(): Promise<void> {
    while (!this.isOver) {
      const { node } = this;
      const [memoryMb, handles, lag] = await Promise.all([
        node.memory(),
        readdir(`/proc/${node.pid}/fd`),
        node.metric('ready_room_projection_lag_seconds'),
      ]);
      this.seen.push({ memoryMb, handles: handles.length, lagSeconds: lag });
      await pause(LOOK_EVERY_MS);
    }
  }
}
