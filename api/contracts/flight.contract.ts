import { z } from 'zod';
import { FLIGHT_LIMITS } from './flight-limits.js';

const step = z.number().int().min(0).max(FLIGHT_LIMITS.steps);
/** Change of velocity in metres a second. */
const change = z.number().min(-1_000).max(1_000);
const degrees = z.number().int().min(-1_000).max(1_000);

/**
 * One input of a flight. It applies at the end of the whole step that its first number names, and its length is its kind:
 * `[step, frame]` selects the frame of reference (0 target, 1 inertial, 2 spacecraft), `[step, azimuth, elevation]` points the
 * sensor in degrees, and `[step, radial, along, cross]` changes the velocity in metres a second.
 */
export const FlightInput = z.union([
  z.tuple([step, z.number().int().min(0).max(2)]),
  z.tuple([step, degrees, degrees]),
  z.tuple([step, change, change, change]),
]);
export type FlightInput = z.infer<typeof FlightInput>;

/**
 * The recording of a flight of the training build, from which the same module computes the same flight again
 * (docs/rules.md#verified-flights). A flight begins in frame 0, with the sensor of its scenario.
 */
export const FlightRecording = z.strictObject({
  /** SHA-256 of the WebAssembly module that computed the flight, in lower-case hexadecimal digits. */
  module: z.string().regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256 hash.'),
  /** Version of the scenario's numbers in the training build. */
  scenarioVersion: z.number().int().min(1).max(1_000_000),
  /** Whole steps until the end of the flight. */
  steps: step,
  /** In the order in which they applied. */
  inputs: z.array(FlightInput).max(FLIGHT_LIMITS.inputs),
});
export type FlightRecording = z.infer<typeof FlightRecording>;
