import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database/database-clock.js';
import { Metrics } from '../ops/metrics.js';
import { LiveHub } from './live-hub.js';
import { LivePolls } from './live-polls.js';
import { PushTimes } from './push-times.js';

/** Load of the live updates on this node: sockets, polls, rooms and push times. */
@Injectable()
export class LiveLoad {
  readonly pushes: PushTimes;
  private readonly counts = { 'signed-in': 0, anonymous: 0 };

  constructor(
    private readonly hub: LiveHub,
    polls: LivePolls,
    clock: DatabaseClock,
    metrics: Metrics,
  ) {
    this.pushes = new PushTimes(clock, metrics);
    metrics.gauge('ready_room_sockets', (gauge) => {
      for (const [kind, count] of Object.entries(this.counts)) gauge.set({ kind }, count);
    });
    metrics.gauge('ready_room_live_polls', (gauge) => gauge.set(polls.count));
    metrics.gauge('ready_room_live_rooms', (gauge) => gauge.set(this.rooms));
  }

  get sockets(): Readonly<{ 'signed-in': number; anonymous: number }> {
    return this.counts;
  }

  get rooms(): number {
    return this.hub.roomCount;
  }

  /** Counts an admitted socket. Call the returned function when the socket disconnects. */
  enter(kind: 'signed-in' | 'anonymous'): () => void {
    this.counts[kind] += 1;
    return () => {
      this.counts[kind] -= 1;
    };
  }
}
