import { type FlightScenario } from '../flight/scenario.js';
import { scenarios } from '../flight/scenarios.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { watchFlight } from './flight-events.js';
import { FlightSession } from './flight-session.js';

const flightModule = compiledFlightModule();

function watched(title: string) {
  const session = new FlightSession(
    scenarios.find((scenario): scenario is FlightScenario => scenario.title === title)!,
    flightModule,
  );
  const seen: string[] = [];
  const stop = watchFlight(session, {
    onBurn: (change) => void seen.push(`burn ${change.join(' ')}`),
    onPlan: () => void seen.push('plan'),
    onLimit: () => void seen.push('limit'),
    onEnd: (outcome) => void seen.push(outcome),
  });
  return { session, seen, stop };
}

it('reports each change of the plan, and each burn with its change of velocity', () => {
  const { session, seen } = watched('Inspection Fly-around');
  session.planBy(1, 1);
  session.planBy(0, -1);
  session.setFrame('inertial');
  session.fire();
  expect(seen).toEqual(['plan', 'plan', 'burn -0.1 0.1 0']);
});

it('reports once that a limit is near, and how the flight ends', () => {
  const { session, seen } = watched('Safe Retreat Under a Speed Limit');
  for (let nth = 0; nth < 5; nth += 1) session.planBy(1, 1);
  seen.length = 0;
  session.fire();
  for (let nth = 0; nth < 3; nth += 1) session.tick(0.1);
  expect(seen).toEqual(['burn 0 0.5 0', 'limit']);
  session.setStep(1);
  while (session.read().flight.outcome === 'flying') session.tick(0.25);
  expect(seen.at(-1)).toBe(session.read().flight.outcome);
  expect(seen.filter((event) => event === 'limit').length).toBeLessThanOrEqual(2);
});

it('reports nothing after it is stopped', () => {
  const { session, seen, stop } = watched('Inspection Fly-around');
  stop();
  session.planBy(1, 1);
  expect(seen).toEqual([]);
});
