import type { FlightInput, FlightRecording } from '../../../api/contracts/flight.contract.js';
import { FLIGHT_LIMITS } from '../../../api/contracts/flight-limits.js';
import { type Flight, type Frame, FRAMES } from '../flight/flight.js';
import type { Vector } from '../flight/state.js';

/** Records the inputs of a flight, so that the same module can compute it again. */
export class FlightRecorder {
  private readonly inputs: FlightInput[] = [];
  private frame: Frame = FRAMES[0];

  /** Records an accepted burn. `flight` is the flight at the end of its last whole step. */
  burn(flight: Flight, [radial, along, cross]: Vector): void {
    this.add([stepOf(flight), radial, along, cross]);
  }

  /** Records the direction of the sensor. Of several directions between two steps, only the last one has an effect. */
  point(flight: Flight): void {
    if (!flight.scenario.sensor || flight.outcome !== 'flying') return;
    const { azimuth, elevation } = flight.pointing;
    const last = this.inputs.at(-1);
    if (last?.length === 3 && last[0] === stepOf(flight)) this.inputs.pop();
    this.add([stepOf(flight), azimuth, elevation]);
  }

  /** Records the frame of reference in which the next step is flown. */
  fly(flight: Flight, frame: Frame): void {
    if (frame === this.frame) return;
    this.frame = frame;
    this.add([stepOf(flight), FRAMES.indexOf(frame)]);
  }

  /** Returns the recording of a flight that has ended; undefined when it has more inputs than the platform accepts. */
  recordingOf(flight: Flight, module: string): FlightRecording | undefined {
    if (this.inputs.length > FLIGHT_LIMITS.inputs) return undefined;
    return { module, scenarioVersion: flight.scenario.version, steps: stepOf(flight), inputs: this.inputs };
  }

  private add(input: FlightInput): void {
    if (this.inputs.length <= FLIGHT_LIMITS.inputs) this.inputs.push(input);
  }
}

/** Returns the number of whole steps flown. Times of whole steps are whole numbers, so the division is exact. */
const stepOf = ({ elapsed, scenario }: Flight): number => Math.round(elapsed / scenario.orbit.step);
