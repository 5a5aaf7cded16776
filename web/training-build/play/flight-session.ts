import { advance, burn, burnRefusal, coast, type Flight, type Frame, FRAMES, startFlight } from '../flight/flight.js';
import type { Propagator } from '../flight/propagator.js';
import type { Scenario } from '../flight/scenario.js';
import type { Vector } from '../flight/state.js';
import type { TimedPoint } from '../scene/frames.js';

/** Seconds of flight in one second. */
export const WARPS = [1, 10, 60, 300, 1_200, 3_600] as const;
/** Steps of the burn plan in metres a second. */
export const STEPS = [0.01, 0.1, 1] as const;

const TRAIL_POINTS = 900;
const TRAIL_POINTS_A_TURN = 300;
/** A slow computer or a hidden page must not make the flight jump. */
const LONGEST_TICK_S = 0.25;
/** What is lost when many parts of a second are added up: a step must not wait for it. */
const DUST_S = 1e-6;
/** What the panel shows is looked at no more often than this. */
const TELL_EVERY_S = 0.1;

/** What the instruments show. */
export interface Instruments {
  readonly flight: Flight;
  readonly plan: Vector;
  readonly frame: Frame;
  readonly warp: number;
  readonly step: number;
  readonly paused: boolean;
}

/** A flight and the hands on its controls. */
export class FlightSession {
  readonly startedAt = new Date();
  trail: TimedPoint[] = [];
  private now: Instruments;
  /** The flight at the end of its last whole step, and how long ago that is. How a flight ends is only asked in whole steps,
   * so it ends the same on a computer that draws twice a second. */
  private stepped: Flight;
  private since = 0;
  private untold = 0;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly scenario: Scenario,
    private readonly propagator: Propagator,
  ) {
    const flight = startFlight(scenario);
    this.stepped = flight;
    const warp = scenario.orbit.period > 20_000 ? 300 : 10;
    this.now = { flight, plan: [0, 0, 0], frame: 'target', warp, step: 0.1, paused: false };
  }

  read = (): Instruments => this.now;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Lets real time pass, in seconds. */
  tick(seconds: number): void {
    const { flight, warp, paused } = this.now;
    if (paused || flight.outcome !== 'flying') return;
    this.fly(Math.min(seconds, LONGEST_TICK_S) * warp);
    const moved = coast(this.stepped, this.since, this.propagator);
    this.now = { ...this.now, flight: moved };
    this.untold += seconds;
    if (this.untold >= TELL_EVERY_S || moved.outcome !== 'flying') this.tell();
  }

  planBy(axis: 0 | 1 | 2, direction: 1 | -1, coarse = false): void {
    const plan = [...this.now.plan] as [number, number, number];
    plan[axis] = round(plan[axis] + direction * this.now.step * (coarse ? 10 : 1));
    this.change({ plan });
  }

  clearPlan(): void {
    this.change({ plan: [0, 0, 0] });
  }

  /** Burns as planned, when the engine may; also while time waits. */
  fire(): void {
    const { flight, plan } = this.now;
    if (burnRefusal(flight, plan) !== null) return;
    this.stepped = burn(flight, plan, this.propagator);
    this.since = 0;
    this.change({ flight: this.stepped, plan: [0, 0, 0] });
  }

  setStep(step: number): void {
    this.change({ step });
  }

  warpBy(places: 1 | -1): void {
    const place = WARPS.indexOf(this.now.warp as (typeof WARPS)[number]) + places;
    this.change({ warp: WARPS[Math.min(WARPS.length - 1, Math.max(0, place))]! });
  }

  setFrame(frame: Frame): void {
    this.change({ frame });
  }

  nextFrame(): void {
    this.setFrame(FRAMES[(FRAMES.indexOf(this.now.frame) + 1) % FRAMES.length]!);
  }

  pause(paused: boolean): void {
    this.change({ paused });
  }

  /** In parts, so that the trail is as smooth when time runs fast. */
  private fly(seconds: number): void {
    const { step } = this.scenario.orbit;
    const part = this.trailSteps() * step;
    this.since += seconds;
    while (this.since + DUST_S >= step && this.stepped.outcome === 'flying') {
      const whole = Math.min(part, Math.floor((this.since + DUST_S) / step) * step);
      this.stepped = advance(this.stepped, whole, this.now.frame, this.propagator);
      this.since -= whole;
      this.follow(this.stepped);
    }
  }

  private trailSteps(): number {
    const { period, step } = this.scenario.orbit;
    return Math.round(period / TRAIL_POINTS_A_TURN / step);
  }

  private change(part: Partial<Instruments>): void {
    this.now = { ...this.now, ...part };
    this.tell();
  }

  private tell(): void {
    this.untold = 0;
    for (const listener of this.listeners) listener();
  }

  /** The oldest points make room. */
  private follow({ elapsed, state, scenario }: Flight): void {
    const every = this.trailSteps() * scenario.orbit.step;
    if (elapsed - (this.trail.at(-1)?.time ?? -Infinity) < every) return;
    this.trail.push({ time: elapsed, at: state.position });
    if (this.trail.length > TRAIL_POINTS) this.trail.shift();
  }
}

const round = (value: number): number => Math.round(value * 100) / 100;
