import type { FlightRecording } from './flight.contract.js';

/** What flying a recording again needs of a flight module. Modules of all versions export it. */
export interface ReplayableModule {
  readonly memory: { readonly buffer: ArrayBuffer };
  scenarioPointer(): number;
  begin(): void;
  advance(steps: number, frame: number): void;
  point(azimuth: number, elevation: number): void;
  burn(radial: number, along: number, cross: number): void;
  points(): number;
  hasPassed(): number;
}

/** Result of a flight, as the module computes it. */
export interface FlownFigures {
  readonly totalScore: number;
  readonly passed: boolean;
}

/**
 * Flies a recording again. `scenario` contains the numbers of its scenario, in the layout of the module. The module ignores impossible
 * inputs and ends each flight at the time limit of its scenario, so that any recording takes a bounded time and no memory. The function uses
 * nothing outside of itself, because browser specs run it in a page.
 */
export function flyAgain(
  module: ReplayableModule,
  scenario: readonly number[],
  { steps, inputs }: Pick<FlightRecording, 'steps' | 'inputs'>,
): FlownFigures {
  new Float64Array(module.memory.buffer, module.scenarioPointer(), scenario.length).set(scenario);
  module.begin();
  let flown = 0;
  let frame = 0;
  for (const input of inputs) {
    if (input[0] > flown) {
      module.advance(input[0] - flown, frame);
      flown = input[0];
    }
    if (input.length === 2) frame = input[1];
    else if (input.length === 3) module.point(input[1], input[2]);
    else module.burn(input[1], input[2], input[3]);
  }
  module.advance(Math.max(0, steps - flown), frame);
  return { totalScore: module.points(), passed: module.hasPassed() !== 0 };
}
