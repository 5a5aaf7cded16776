import type { FlightInput, FlightRecording } from '../../../api/contracts/flight.contract.js';
import { advance, burn, type Flight, type Frame, FRAMES, point, startFlight } from '../flight/flight.js';
import type { FlightModule } from '../flight/flight-module.js';
import type { FlightScenario } from '../flight/scenario.js';
import type { TimedPoint } from '../scene/frames.js';

/** Number of kept states of a flight. Any other moment is computed from the kept state before it. */
const KEPT = 400;

/** Inputs of a flight until its last whole step. */
export type FlightInputs = Pick<FlightRecording, 'steps' | 'inputs'>;

/** A moment of a flight. `next` is the index of the next input. */
interface Moment {
  readonly step: number;
  readonly flight: Flight;
  readonly frame: Frame;
  readonly next: number;
}

/** A recorded flight that the module has computed again. Every moment of it can be read. */
export class FlownFlight {
  /** Times of the burns in seconds. */
  readonly burnTimes: readonly number[];
  /** Flight time of the end in seconds. */
  readonly seconds: number;
  private readonly kept: readonly Moment[];
  private readonly step: number;
  private readonly steps: number;

  constructor(
    readonly scenario: FlightScenario,
    private readonly recording: FlightInputs,
    private readonly module: FlightModule,
  ) {
    this.step = scenario.orbit.step;
    const { inputs } = recording;
    // As in `flyAgain`: a later input extends the flight.
    const steps = Math.max(recording.steps, inputs.at(-1)?.[0] ?? 0);
    this.steps = steps;
    const every = Math.max(1, Math.ceil(steps / KEPT));
    let moment = this.applyInputs({ step: 0, flight: startFlight(scenario, module), frame: FRAMES[0], next: 0 });
    const kept = [moment];
    while (moment.step < steps && moment.flight.outcome === 'flying') {
      moment = this.advanceTo(moment, Math.min(steps, moment.step + every));
      kept.push(moment);
    }
    this.kept = kept;
    this.seconds = moment.flight.elapsed;
    this.burnTimes = inputs.filter((input) => input.length === 4).map(([step]) => step * this.step);
  }

  /** Returns the flight at the whole step at or before a time, and the frame of reference that the player saw. */
  at(seconds: number): { readonly flight: Flight; readonly frame: Frame } {
    const step = Math.max(0, Math.min(this.steps, Math.floor(seconds / this.step + 1e-9)));
    const before = this.kept.findLast((moment) => moment.step <= step)!;
    return this.advanceTo(before, step);
  }

  /** Returns the path until a time. */
  trailUntil(seconds: number): TimedPoint[] {
    return this.kept
      .filter(({ flight }) => flight.elapsed <= seconds)
      .map(({ flight }) => ({ time: flight.elapsed, at: flight.state.position }));
  }

  /** Advances to a whole step, and applies the inputs on the way as the flight did. */
  private advanceTo(from: Moment, step: number): Moment {
    let moment = from;
    while (moment.step < step) {
      const next = this.recording.inputs[moment.next];
      const to = Math.min(step, next ? next[0] : step);
      const flight = advance(moment.flight, to - moment.step, moment.frame, this.module);
      moment = this.applyInputs({ ...moment, step: to, flight });
    }
    return moment;
  }

  private applyInputs(from: Moment): Moment {
    let moment = from;
    for (;;) {
      const input = this.recording.inputs[moment.next];
      if (!input || input[0] > moment.step) return moment;
      moment = { ...moment, ...this.applied(moment, input), next: moment.next + 1 };
    }
  }

  private applied({ flight }: Moment, input: FlightInput): Partial<Moment> {
    if (input.length === 2) return { frame: FRAMES[input[1]]! };
    if (input.length === 3) {
      return { flight: point(flight, { azimuth: input[1], elevation: input[2] }, this.module) };
    }
    return { flight: burn(flight, [input[1], input[2], input[3]], this.module) };
  }
}
