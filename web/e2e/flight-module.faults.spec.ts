/** @jest-environment node */
import fc from 'fast-check';
import type { Browser } from 'playwright-core';
import { flyAgain, type FlownFigures, type ReplayableModule } from '../../api/contracts/fly-again.rule.js';
import { chromiumPath, launchBrowser } from '../testing/browser.js';
import { encodeScenario } from '../training-build/flight/encoding.js';
import type { FlightModuleExports } from '../training-build/flight/flight-module.js';
import type { FlightScenario } from '../training-build/flight/scenario.js';
import { scenarios } from '../training-build/flight/scenarios.js';
import { FLIGHT_SIZE, SCENARIO_SIZE, SCORE_SIZE } from '../training-build/flight-module/layout.js';
import { flightModuleBytes } from '../training-build/testing/compiled-flight-module.js';
import { generatedFlight } from '../training-build/testing/generated-flights.js';

const withChromium = chromiumPath() ? describe : describe.skip;

/** Number of generated flights that Node and Chromium fly. */
const GENERATED = 1_000;

type FlyAgain = typeof flyAgain;
type GeneratedRecording = Parameters<FlyAgain>[2];

interface GeneratedFlights {
  readonly code: readonly number[];
  readonly flights: readonly { readonly scenario: readonly number[]; readonly recording: GeneratedRecording }[];
}

/** Flies recordings again, in a page or in Node. It must not use outer variables; the page has `flyAgain` as a global. */
function flyAll({ code, flights }: GeneratedFlights): FlownFigures[] {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code)));
  const { flyAgain } = globalThis as unknown as { flyAgain: FlyAgain };
  return flights.map(({ scenario, recording }) =>
    flyAgain(exports as unknown as ReplayableModule, scenario, recording),
  );
}

interface Recording {
  readonly code: readonly number[];
  readonly scenarios: readonly (readonly number[])[];
  readonly sizes: { readonly flight: number; readonly score: number };
}

/**
 * Flies each scenario with the same inputs; returns the bits of flights and scores. It must not use outer variables, because it runs in a
 * page.
 */
function fly({ code, scenarios, sizes }: Recording): string[] {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code)));
  const run = exports as unknown as FlightModuleExports;
  const bits = (pointer: number, size: number) =>
    [...new BigUint64Array(run.memory.buffer, pointer, size)].map((word) => word.toString(16)).join(' ');
  return scenarios.map((numbers) => {
    new Float64Array(run.memory.buffer, run.scenarioPointer(), numbers.length).set(numbers);
    run.begin();
    for (let input = 0; input < 60; input += 1) {
      run.point(input * 7 - 180, (input % 19) * 10 - 90);
      run.burn(0.07 * ((input % 5) - 2), 0.05 * ((input % 7) - 3), 0.03 * ((input % 3) - 1));
      run.advance(37 + input, input % 3);
    }
    run.score();
    return `${bits(run.flightPointer(), sizes.flight)} | ${bits(run.scorePointer(), sizes.score)}`;
  });
}

/** Returns the numbers of a scenario. */
function numbersOf(scenario: FlightScenario): number[] {
  const block = new Float64Array(SCENARIO_SIZE);
  encodeScenario(scenario, block);
  return [...block];
}

withChromium('the flight module, in Chromium (needs chromium)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('computes the same bits as Node in every scenario', async () => {
    const recording: Recording = {
      code: [...flightModuleBytes()],
      scenarios: scenarios.map(numbersOf),
      sizes: { flight: FLIGHT_SIZE, score: SCORE_SIZE },
    };
    const page = await browser.newPage();
    const flown = fly(recording);
    expect(new Set(flown).size).toBe(scenarios.length);
    expect(await page.evaluate(fly, recording)).toEqual(flown);
  });

  it(`gives ${GENERATED} generated flights the same points as Node`, async () => {
    const flights = fc
      .sample(generatedFlight, GENERATED)
      .map(({ scenario, recording }) => ({ scenario: numbersOf(scenario), recording }));
    const given = { code: [...flightModuleBytes()], flights };
    Object.assign(globalThis, { flyAgain });
    const flown = flyAll(given);
    expect(new Set(flown.map(({ totalScore }) => totalScore)).size).toBeGreaterThan(50);
    const page = await browser.newPage();
    await page.addScriptTag({ content: `globalThis.flyAgain = ${flyAgain.toString()}` });
    expect(await page.evaluate(flyAll, given)).toEqual(flown);
  });
});
