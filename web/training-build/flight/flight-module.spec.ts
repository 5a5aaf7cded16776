import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledFlightModule, flightModuleBytes } from '../testing/compiled-flight-module.js';
import { FlightModule, type FlightModuleExports } from './flight-module.js';
import { advance, burn, type Flight, type Frame, FRAMES, point, startFlight } from './flight.js';
import type { Pointing, FlightScenario } from './scenario.js';
import { scenarios } from './scenarios.js';
import { scoreOf } from './score.js';
import type { Vector } from './state.js';

const flightModule = compiledFlightModule();

it('imports nothing, so that no JavaScript engine can change a result', () => {
  expect(WebAssembly.Module.imports(new WebAssembly.Module(flightModuleBytes()))).toEqual([]);
});

/** Functions of `Math` that every JavaScript engine rounds identically. The others differ in the last bit. */
const EXACT = new Set(['PI', 'abs', 'ceil', 'floor', 'max', 'min', 'round', 'sign', 'sqrt', 'trunc']);
/** The direction to the target is an input like manual pointing: it is recorded, in whole degrees. */
const INPUTS = ['aim.ts'];

/** Returns the operations of a source that engines may round differently. */
const inexactIn = (source: string): string[] =>
  [...source.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/\*\*|Math\.(\w+)|Math\b(?!\.)/g)].flatMap(([text, name]) =>
    name !== undefined && EXACT.has(name) ? [] : [text],
  );

it('finds inexact operations', () => {
  expect(inexactIn('/** of Math.cos */ Math.sqrt(a ** 2) + Math.hypot(b) + Math.cbrt(c)')).toEqual([
    '**',
    'Math.hypot',
    'Math.cbrt',
  ]);
  expect(inexactIn('const { sin } = Math;')).toEqual(['Math']);
});

it.each(
  readdirSync(__dirname)
    .filter((file) => !file.endsWith('.spec.ts') && !INPUTS.includes(file))
    .map((file) => join(__dirname, file))
    .concat(join(__dirname, '../play/flight-session.ts'), join(__dirname, '../play/flight-recorder.ts')),
)('computes everything that decides a flight with operations that every engine rounds identically: %s', (file) => {
  expect(inexactIn(readFileSync(file, 'utf8'))).toEqual([]);
});

it('rejects a module that was compiled with another layout', () => {
  const older = { ...flightModule.run, layoutVersion: () => 0 } as FlightModuleExports;
  expect(() => new FlightModule(older, '')).toThrow('The flight module has layout 0, but 2 is needed.');
});

it('rejects a scenario with too many points', () => {
  const points = Array.from({ length: 9 }, (): Vector => [0, 0, 0]);
  const scenario: FlightScenario = { ...scenarios[0]!, goal: { kind: 'visit', points, radius: 1 } };
  expect(() => startFlight(scenario, flightModule)).toThrow(
    'A scenario can have at most 8 points, but this one has 9.',
  );
});

it('keeps flights separate that share one module', () => {
  const [first, second] = [startFlight(scenarios[3]!, flightModule), startFlight(scenarios[8]!, flightModule)];
  const alone = advance(first, 50, 'target', flightModule);
  const between = advance(second, 50, 'target', flightModule);
  expect(advance(first, 50, 'target', flightModule)).toEqual(alone);
  expect(advance(second, 50, 'target', flightModule)).toEqual(between);
});

it('ignores inputs that are out of range', () => {
  const { run } = flightModule;
  for (const scenario of scenarios) {
    const flight = advance(startFlight(scenario, flightModule), 3, 'target', flightModule);
    expect(burn(flight, [NaN, 0, 0], flightModule)).toEqual(flight);
    expect(burn(flight, [0, -Infinity, 0], flightModule)).toEqual(flight);
    expect(point(flight, { azimuth: NaN, elevation: 0 }, flightModule)).toEqual(flight);
    for (const frame of [-3, 3, 4]) {
      expect(flightModule.changed(flight, () => run.advance(10, frame))).toEqual(flight);
    }
  }
});

interface Input {
  /** Steps since the previous input. */
  readonly after: number;
  readonly change: Vector;
  readonly frame: Frame;
  readonly pointing: Pointing;
}

const part = fc.double({ min: -0.6, max: 0.6, noNaN: true });
const inputs = fc.array(
  fc.record<Input>({
    after: fc.integer({ min: 0, max: 400 }),
    change: fc.tuple(part, part, part),
    frame: fc.constantFrom(...FRAMES),
    pointing: fc.record({
      azimuth: fc.integer({ min: -180, max: 180 }),
      elevation: fc.integer({ min: -90, max: 90 }),
    }),
  }),
  { maxLength: 12 },
);
/** Number of steps per call of advance. */
const cuts = fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 7 });

/** Flies the inputs, advancing by the step counts of `cut` in rotation. */
function fly(scenario: FlightScenario, recorded: readonly Input[], cut: readonly number[], on: FlightModule): Flight {
  let flight = startFlight(scenario, on);
  let frame: Frame = 'target';
  let nth = 0;
  for (const input of recorded) {
    for (let left = input.after; left > 0;) {
      const steps = Math.min(left, cut[nth++ % cut.length]!);
      flight = advance(flight, steps, frame, on);
      left -= steps;
    }
    flight = burn(point(flight, input.pointing, on), input.change, on);
    frame = input.frame;
  }
  return flight;
}

it('computes the same bits for the same inputs, for any division of time and in another instance', () => {
  const other = compiledFlightModule();
  fc.assert(
    fc.property(fc.constantFrom(...scenarios), inputs, cuts, (scenario, recorded, cut) => {
      const atOnce = fly(scenario, recorded, [Infinity], flightModule);
      const inSlices = fly(scenario, recorded, cut, other);
      expect(inSlices).toStrictEqual(atOnce);
      expect(scoreOf(inSlices, other)).toStrictEqual(scoreOf(atOnce, flightModule));
    }),
    { numRuns: 60 },
  );
});
