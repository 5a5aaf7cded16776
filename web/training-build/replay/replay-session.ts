import type { Frame } from '../flight/flight.js';
import type { Instruments } from '../play/flight-session.js';
import type { TimedPoint } from '../scene/frames.js';
import type { FlownFlight } from './flown-flight.js';

/** Time factors: seconds of flight per second of replay. */
const SPEEDS = [1, 10, 60, 300, 1_200] as const;
/** Longest time per picture in seconds, so that a hidden page does not make the replay jump. */
const LONGEST_TICK_S = 0.25;
/** Shortest time between two updates of the instruments, in seconds. */
const TELL_EVERY_S = 0.1;
const NO_PLAN = [0, 0, 0] as const;

/** State of a replay. `instruments` are those of the first flight at this time. */
export interface Replayed {
  /** Flight time in seconds. */
  readonly time: number;
  readonly instruments: Instruments;
}

/** A flight or its companion in the picture. */
export interface ShownPath {
  readonly trail: readonly TimedPoint[];
  readonly at: TimedPoint;
}

/** Replays flights of the same scenario at the same flight time. */
export class ReplaySession {
  /** Flight time of the longest flight in seconds. */
  readonly seconds: number;
  private now: Replayed;
  private untold = 0;
  private readonly listeners = new Set<() => void>();

  /** @param flights the flight whose instruments are shown, then its companions */
  constructor(readonly flights: readonly [FlownFlight, ...FlownFlight[]]) {
    const [shown] = flights;
    this.seconds = Math.max(...flights.map((flight) => flight.seconds));
    const { flight, frame } = shown.at(0);
    const warp = shown.scenario.orbit.period > 20_000 ? 300 : 60;
    this.now = {
      time: 0,
      instruments: {
        flight,
        plan: NO_PLAN,
        refusal: 'nothing',
        frame,
        warp,
        step: 1,
        paused: true,
        warpTo: null,
        warpEnd: null,
      },
    };
  }

  read = (): Replayed => this.now;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Advances by real time, in seconds. Pauses at the end. */
  tick(seconds: number): void {
    const { paused, warp } = this.now.instruments;
    if (paused) return;
    const time = Math.min(this.seconds, this.now.time + Math.min(seconds, LONGEST_TICK_S) * warp);
    this.show(time, { paused: time === this.seconds });
    this.untold += seconds;
    if (this.untold >= TELL_EVERY_S || time === this.seconds) this.notify();
  }

  seek(time: number): void {
    this.show(Math.max(0, Math.min(this.seconds, time)));
    this.notify();
  }

  /** Jumps to the next burn of the first flight, or to the previous one. */
  seekBurn(direction: 1 | -1): void {
    const { burnTimes } = this.flights[0];
    const { time } = this.now;
    const found = direction > 0 ? burnTimes.find((at) => at > time) : burnTimes.findLast((at) => at < time);
    this.seek(found ?? (direction > 0 ? this.flights[0].seconds : 0));
  }

  /** Starts again from the beginning when the replay is at its end. */
  pause(paused: boolean): void {
    const isOver = this.now.time === this.seconds;
    this.show(isOver && !paused ? 0 : this.now.time, { paused });
    this.notify();
  }

  speedBy(places: 1 | -1): void {
    const place = SPEEDS.indexOf(this.now.instruments.warp as (typeof SPEEDS)[number]) + places;
    this.show(this.now.time, { warp: SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, place))]! });
    this.notify();
  }

  setFrame(frame: Frame): void {
    this.now = { ...this.now, instruments: { ...this.now.instruments, frame } };
    this.notify();
  }

  /** Returns where a flight is and was; 0 is the first one. */
  path(index: number): ShownPath {
    const flown = this.flights[index]!;
    const { flight } = flown.at(this.now.time);
    return {
      trail: flown.trailUntil(this.now.time),
      at: { time: flight.elapsed, at: flight.state.position },
    };
  }

  private show(time: number, changes: Partial<Instruments> = {}): void {
    const { flight } = this.flights[0].at(time);
    this.now = { time, instruments: { ...this.now.instruments, ...changes, flight } };
  }

  private notify(): void {
    this.untold = 0;
    for (const listener of this.listeners) listener();
  }
}
