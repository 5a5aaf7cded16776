import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flyAgain, type ReplayableModule } from '../../../api/contracts/fly-again.rule.js';
import { SCENARIO_SIZE } from '../flight-module/layout.js';
import { flightModuleBytes } from '../testing/compiled-flight-module.js';
import { type GeneratedFlight, generatedFlight } from '../testing/generated-flights.js';
import { encodeScenario } from './encoding.js';
import { scenarios } from './scenarios.js';

const KEPT = join(__dirname, '../../../api/features/scores/verify-flights/kept');
/** SHA-256 of every module that has shipped. Recordings refer to it, so entries are only added. */
const SHIPPED = ['3b6c3c10bad6e12a190d213923a1874be496d1e456d4dcdb1c5cc5372d3025d0'];

type Scenarios = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const keptModule = (hash: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(join(KEPT, `${hash}.wasm`)));
const keptScenarios = (hash: string) => JSON.parse(readFileSync(join(KEPT, `${hash}.json`), 'utf8')) as Scenarios;

const hashes = readdirSync(KEPT)
  .filter((file) => file.endsWith('.wasm'))
  .map((file) => file.slice(0, -'.wasm'.length));
const present = sha256(flightModuleBytes());

it('keeps the module that the build compiles: run web/training-build/keep-flight-module.mjs after a change', () => {
  expect(hashes).toContain(present);
});

it('keeps every module that has shipped, unchanged', () => {
  expect(hashes).toEqual(expect.arrayContaining(SHIPPED));
  expect(hashes.map((hash) => sha256(keptModule(hash)))).toEqual(hashes);
});

it.each(scenarios.map((scenario) => [scenario.title, scenario] as const))(
  'keeps the numbers of %s: increase its version and run web/training-build/keep-flight-module.mjs after a change',
  (_, scenario) => {
    const block = new Float64Array(SCENARIO_SIZE);
    encodeScenario(scenario, block);
    expect(keptScenarios(present)[scenario.scenarioId]?.[scenario.version]).toEqual([...block]);
  },
);

const RETREAT = scenarios.find(({ goal }) => goal.kind === 'leave')!;
/** Stays away for almost as long as the goal demands, so that the prediction of the path is longest. */
const RETURNING: GeneratedFlight['recording'] = {
  steps: 50_000,
  inputs: [
    [554, 0.32, -0.32, 0.07],
    [946, 0.2, -0.15, -0.12],
    [1_572, 0.37, 0.26, 0.03],
    [1_881, 0.13, 0.38, 0.06],
  ],
};

it('predicts the path of a flight that returns only once after each burn', () => {
  const module = new WebAssembly.Instance(new WebAssembly.Module(keptModule(present)))
    .exports as unknown as ReplayableModule;
  const numbers = keptScenarios(present)[RETREAT.scenarioId]![RETREAT.version]!;
  const timeOf = (recording: GeneratedFlight['recording']): number => {
    const times = Array.from({ length: 9 }, () => {
      const began = performance.now();
      flyAgain(module, numbers, recording);
      return performance.now() - began;
    });
    return times.toSorted((a, b) => a - b)[2]!;
  };
  const drifting = timeOf({ steps: 50_000, inputs: [] });
  // hundreds of times as long with a prediction at every step
  expect(timeOf(RETURNING) / drifting).toBeLessThan(50);
});

it.each(hashes)('flies any recording again with the same points: %s', (hash) => {
  const module = new WebAssembly.Module(keptModule(hash));
  const instance = () => new WebAssembly.Instance(module).exports as unknown as ReplayableModule;
  const [first, second] = [instance(), instance()];
  fc.assert(
    fc.property(generatedFlight, ({ scenario, recording }) => {
      const numbers = keptScenarios(hash)[scenario.scenarioId]![scenario.version]!;
      const figures = flyAgain(first, numbers, recording);
      expect(Number.isInteger(figures.totalScore)).toBe(true);
      expect(flyAgain(second, numbers, recording)).toStrictEqual(figures);
    }),
    { numRuns: 100 },
  );
});
