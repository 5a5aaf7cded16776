import { aimAtTarget } from '../flight/aim.js';
import {
  advance,
  burn,
  burnRefusal,
  coast,
  type Flight,
  type Frame,
  FRAMES,
  point,
  type BurnRefusal,
  startFlight,
} from '../flight/flight.js';
import type { FlightModule } from '../flight/flight-module.js';
import type { Pointing, FlightScenario } from '../flight/scenario.js';
import type { Vector } from '../flight/state.js';
import type { TimedPoint } from '../scene/frames.js';
import { FlightRecorder } from './flight-recorder.js';
import { WARP_LASTS_S, type WarpEnd, warpStop } from './warp.js';

/** Time factors: seconds of flight per second of play time. */
const WARPS = [1, 10, 60, 300, 1_200, 3_600] as const;
/** Steps of the burn plan in metres a second. */
export const STEPS = [0.01, 0.1, 1] as const;

/** Degrees by which a key press turns the sensor. */
const SENSOR_STEP = 2;

const NO_WARP = { warpTo: null, warpEnd: null } as const;

const TRAIL_POINTS = 900;
const TRAIL_POINTS_A_TURN = 300;
/** Longest advance per picture, so that a slow computer or a hidden page does not make the flight jump. */
const LONGEST_TICK_S = 0.25;
/** Tolerance for the rounding error of summed fractions of a second, in seconds, so that it does not delay a step. */
const DUST_S = 1e-6;
/** Shortest time between two updates of the instruments. */
const TELL_EVERY_S = 0.1;

/** Readings of the instruments and state of the controls. */
export interface Instruments {
  readonly flight: Flight;
  readonly plan: Vector;
  /** Why the planned burn would be rejected; null if it would be carried out. */
  readonly refusal: BurnRefusal;
  readonly frame: Frame;
  readonly warp: number;
  readonly step: number;
  readonly paused: boolean;
  /** Flight time at which the warp ends, in seconds; null without a warp. */
  readonly warpTo: number | null;
  /** Why the last warp ended; null after another time control. */
  readonly warpEnd: WarpEnd | null;
}

/** A flight in progress with its controls. */
export class FlightSession {
  readonly recorder = new FlightRecorder();
  trail: TimedPoint[] = [];
  private now: Instruments;
  /**
   * The flight at the end of its last whole step; `since` is the time passed since then. Outcomes are decided only at whole steps, so that
   * a flight ends identically on a computer that draws twice a second.
   */
  private stepped: Flight;
  private since = 0;
  private unsent = 0;
  /** Whole steps until the end of the warp, and steps per second of play time. */
  private warpSteps = 0;
  private warpStepsASecond = 0;
  private readonly listeners = new Set<() => void>();

  /** @param flight where the flight begins; by default at the start of the scenario */
  constructor(
    readonly scenario: FlightScenario,
    private readonly module: FlightModule,
    flight = startFlight(scenario, module),
  ) {
    this.stepped = flight;
    const warp = scenario.orbit.period > 20_000 ? 300 : 10;
    this.now = {
      flight,
      plan: [0, 0, 0],
      refusal: 'nothing',
      frame: 'target',
      warp,
      step: 0.1,
      paused: false,
      ...NO_WARP,
    };
  }

  read = (): Instruments => this.now;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Advances by real time, in seconds. */
  tick(seconds: number): void {
    const { flight, warp, paused } = this.now;
    if (paused || flight.outcome !== 'flying') return;
    const lasted = Math.min(seconds, LONGEST_TICK_S);
    if (this.now.warpTo === null) this.fly(lasted * warp);
    else this.flyWarp(Math.ceil(lasted * this.warpStepsASecond));
    const moved = coast(this.stepped, this.since, this.module);
    this.now = { ...this.now, flight: moved, refusal: burnRefusal(this.stepped, this.now.plan, this.module) };
    this.unsent += seconds;
    if (this.unsent >= TELL_EVERY_S || moved.outcome !== 'flying') this.notify();
  }

  planBy(axis: 0 | 1 | 2, direction: 1 | -1, coarse = false): void {
    const plan = [...this.now.plan] as [number, number, number];
    plan[axis] += direction * this.now.step * (coarse ? 10 : 1);
    this.setPlan(plan);
  }

  /** Plans a velocity change in metres a second, rounded to the resolution of the controls. */
  setPlan([radial, along, cross]: Vector): void {
    this.change({ plan: [round(radial), round(along), round(cross)] });
  }

  clearPlan(): void {
    this.setPlan([0, 0, 0]);
  }

  /**
   * Runs time to the whole step nearest to a flight time, and pauses there. Any event that the player has to see ends the warp earlier. The
   * flight is the same as without a warp, because time always advances in whole steps.
   */
  warpTo(time: number): void {
    const { step } = this.scenario.orbit;
    this.warpSteps = Math.max(1, Math.round((time - this.stepped.elapsed) / step));
    this.warpStepsASecond = this.warpSteps / WARP_LASTS_S;
    this.change({ warpTo: this.stepped.elapsed + this.warpSteps * step, warpEnd: null, paused: false });
  }

  /** Ends a warp at the current time, paused. */
  cancelWarp(): void {
    if (this.now.warpTo !== null) this.change({ ...NO_WARP, paused: true });
  }

  /**
   * Carries out the planned burn unless it is rejected, even while time is paused. Like every input, the burn applies at the end of the
   * last whole step. The same inputs at the same steps give the same flight, regardless of the pictures drawn in between.
   */
  fire(): void {
    const { plan } = this.now;
    if (burnRefusal(this.stepped, plan, this.module) !== null) return;
    this.recorder.burn(this.stepped, plan);
    this.stepped = burn(this.stepped, plan, this.module);
    this.since = 0;
    this.change({ flight: this.stepped, plan: [0, 0, 0], ...NO_WARP });
  }

  /** Points the sensor at the end of the last whole step, like a burn. */
  private point(pointing: Pointing): void {
    this.stepped = point(this.stepped, pointing, this.module);
    this.recorder.point(this.stepped);
    this.change({ flight: coast(this.stepped, this.since, this.module) });
  }

  turnSensor(angle: keyof Pointing, direction: 1 | -1, coarse = false): void {
    const { pointing } = this.stepped;
    this.point({ ...pointing, [angle]: pointing[angle] + direction * SENSOR_STEP * (coarse ? 10 : 1) });
  }

  aimSensor(): void {
    this.point(aimAtTarget(this.stepped.state));
  }

  setStep(step: number): void {
    this.change({ step });
  }

  warpBy(places: 1 | -1): void {
    const place = WARPS.indexOf(this.now.warp as (typeof WARPS)[number]) + places;
    this.change({ warp: WARPS[Math.min(WARPS.length - 1, Math.max(0, place))]!, ...NO_WARP });
  }

  setFrame(frame: Frame): void {
    this.change({ frame });
  }

  nextFrame(): void {
    this.setFrame(FRAMES[(FRAMES.indexOf(this.now.frame) + 1) % FRAMES.length]!);
  }

  pause(paused: boolean): void {
    this.change({ paused, ...NO_WARP });
  }

  /** Advances in parts, so that the trail stays smooth at high time factors. */
  private fly(seconds: number): void {
    const { step } = this.scenario.orbit;
    const part = this.trailSteps();
    this.since += seconds;
    while (this.since + DUST_S >= step && this.stepped.outcome === 'flying') {
      const steps = Math.min(part, Math.floor((this.since + DUST_S) / step));
      this.advance(steps);
      this.since -= steps * step;
      this.follow(this.stepped);
    }
  }

  /** Advances step by step, to stop at the first event that ends the warp. */
  private flyWarp(steps: number): void {
    this.since = 0;
    let end: WarpEnd | null = null;
    for (let left = Math.min(steps, this.warpSteps); left > 0 && end === null; left -= 1) {
      const before = this.stepped;
      this.advance(1);
      this.follow(this.stepped);
      this.warpSteps -= 1;
      end = warpStop(before, this.stepped) ?? (this.warpSteps === 0 ? 'arrived' : null);
    }
    if (end !== null) this.change({ flight: this.stepped, warpTo: null, warpEnd: end, paused: true });
  }

  private advance(steps: number): void {
    const { frame } = this.now;
    this.recorder.fly(this.stepped, frame);
    this.stepped = advance(this.stepped, steps, frame, this.module);
  }

  private trailSteps(): number {
    const { period, step } = this.scenario.orbit;
    return Math.round(period / TRAIL_POINTS_A_TURN / step);
  }

  private change(part: Partial<Instruments>): void {
    const now = { ...this.now, ...part };
    this.now = { ...now, refusal: burnRefusal(this.stepped, now.plan, this.module) };
    this.notify();
  }

  private notify(): void {
    this.unsent = 0;
    for (const listener of this.listeners) listener();
  }

  /** Extends the trail, and drops its oldest points. */
  private follow({ elapsed, state, scenario }: Flight): void {
    const every = this.trailSteps() * scenario.orbit.step;
    if (elapsed - (this.trail.at(-1)?.time ?? -Infinity) < every) return;
    this.trail.push({ time: elapsed, at: state.position });
    if (this.trail.length > TRAIL_POINTS) this.trail.shift();
  }
}

/** Rounds to hundredths. Adding 0 turns a negative zero into a zero. */
const round = (value: number): number => Math.round(value * 100) / 100 + 0;
