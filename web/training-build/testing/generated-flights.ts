import fc from 'fast-check';
import type { FlightInput, FlightRecording } from '../../../api/contracts/flight.contract.js';
import { scenarios } from '../flight/scenarios.js';

export interface GeneratedFlight {
  readonly scenario: (typeof scenarios)[number];
  readonly recording: Pick<FlightRecording, 'steps' | 'inputs'>;
}

/** Hundredths of a metre a second, the resolution of the controls. */
const change = fc.integer({ min: -60, max: 60 }).map((hundredths) => hundredths / 100);
const step = fc.integer({ min: 0, max: 8_000 });

const input: fc.Arbitrary<FlightInput> = fc.oneof(
  fc.tuple(step, fc.integer({ min: 0, max: 2 })),
  fc.tuple(step, fc.integer({ min: -179, max: 180 }), fc.integer({ min: -90, max: 90 })),
  fc.tuple(step, change, change, change),
);

/** Generates recordings of flights with inputs in their order. Most of them fly to an end. */
export const generatedFlight: fc.Arbitrary<GeneratedFlight> = fc.record({
  scenario: fc.constantFrom(...scenarios),
  recording: fc.record({
    steps: fc.constantFrom(500, 20_000),
    inputs: fc.array(input, { maxLength: 25 }).map((inputs) => inputs.toSorted(([before], [after]) => before - after)),
  }),
});
