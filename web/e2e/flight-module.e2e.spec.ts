/** @jest-environment node */
import type { Browser } from 'playwright-core';
import { chromiumPath, launchBrowser } from '../testing/browser.js';
import { encodeScenario } from '../training-build/flight/encoding.js';
import type { FlightModuleExports } from '../training-build/flight/flight-module.js';
import { scenarios } from '../training-build/flight/scenarios.js';
import { FLIGHT_SIZE, SCENARIO_SIZE, SCORE_SIZE } from '../training-build/flight-module/layout.js';
import { flightModuleBytes } from '../training-build/testing/compiled-flight-module.js';

const withChromium = chromiumPath() ? describe : describe.skip;

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

withChromium('the flight module, in Chromium (needs chromium)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('computes the same bits as Node in every scenario', async () => {
    const recording: Recording = {
      code: [...flightModuleBytes()],
      scenarios: scenarios.map((scenario) => {
        const block = new Float64Array(SCENARIO_SIZE);
        encodeScenario(scenario, block);
        return [...block];
      }),
      sizes: { flight: FLIGHT_SIZE, score: SCORE_SIZE },
    };
    const page = await browser.newPage();
    const flown = fly(recording);
    expect(new Set(flown).size).toBe(scenarios.length);
    expect(await page.evaluate(fly, recording)).toEqual(flown);
  });
});
