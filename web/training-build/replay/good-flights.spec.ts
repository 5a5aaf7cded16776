import type { FlightRecording } from '../../../api/contracts/flight.contract.js';
import type { FlightScenario } from '../flight/scenario.js';
import { scenarios } from '../flight/scenarios.js';
import { scoreOf } from '../flight/score.js';
import { FlightRecorder } from '../play/flight-recorder.js';
import { flyLegs } from '../testing/autopilot.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { NEAR_OPTIMAL } from '../testing/near-optimal-flights.js';
import { FlownFlight } from './flown-flight.js';
import { goodFlightOf } from './good-flights.js';

const flightModule = compiledFlightModule();

/** Returns the inputs of the autopilot's flight, if the scenario has one. */
function autopilotInputs(scenario: FlightScenario): FlightRecording | undefined {
  const legs = NEAR_OPTIMAL.find(([title]) => title === scenario.title)?.[1];
  if (!legs) return undefined;
  const recorder = new FlightRecorder();
  const flight = flyLegs(
    scenario,
    legs.map((leg) => leg(scenario.orbit.period)),
    flightModule,
    recorder,
  );
  // As stored: JSON has no negative zero.
  return JSON.parse(JSON.stringify(recorder.recordingOf(flight, flightModule.hash))) as FlightRecording;
}

describe.each(scenarios.map((scenario) => [scenario.title, scenario] as const))('%s', (_, scenario) => {
  it('has a good flight, which reaches the goal with at least 90 % of the points', () => {
    const flown = new FlownFlight(scenario, goodFlightOf(scenario)!, flightModule);
    const { flight } = flown.at(Infinity);
    expect(flight.outcome).toBe('goal reached');
    expect(scoreOf(flight, flightModule).points / scenario.maxScore).toBeGreaterThanOrEqual(0.9);
  });

  it('is that of the autopilot where there is one', () => {
    const recorded = autopilotInputs(scenario);
    const { steps, inputs } = goodFlightOf(scenario)!;
    expect({ steps, inputs }).toEqual(
      recorded ? { steps: recorded.steps, inputs: recorded.inputs } : { steps, inputs },
    );
  });
});

it('has no good flight of other numbers of a scenario', () => {
  expect(goodFlightOf({ ...scenarios[0]!, version: 99 })).toBeUndefined();
});
