import { scenarios } from '../flight/scenarios.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { FlownFlight } from './flown-flight.js';
import { goodFlightOf } from './good-flights.js';
import { ReplaySession } from './replay-session.js';

const flightModule = compiledFlightModule();
const scenario = scenarios.find(({ title }) => title === 'Low Orbit Rendezvous')!;
const good = new FlownFlight(scenario, goodFlightOf(scenario)!, flightModule);
const short = new FlownFlight(scenario, { steps: 100, inputs: [] }, flightModule);
const begin = (...flights: [FlownFlight, ...FlownFlight[]]) => new ReplaySession(flights);

it('begins paused, and lasts as long as the longest flight', () => {
  const session = begin(short, good);
  session.tick(1);
  expect([session.read().time, session.seconds]).toEqual([0, good.seconds]);
});

it('advances by the time factor, and pauses at the end', () => {
  const session = begin(good);
  session.pause(false);
  session.tick(0.1);
  expect(session.read().time).toBeCloseTo(6);
  session.speedBy(1);
  session.tick(0.1);
  expect(session.read().time).toBeCloseTo(36);
  session.seek(good.seconds - 1);
  session.tick(0.2);
  expect(session.read()).toMatchObject({ time: good.seconds, instruments: { paused: true } });
  session.pause(false);
  expect(session.read()).toMatchObject({ time: 0, instruments: { paused: false } });
});

it('shows the instruments of the first flight, and where each one is', () => {
  const session = begin(short, good);
  session.seek(1_000);
  expect(session.read().instruments.flight).toEqual(short.at(Infinity).flight);
  expect(session.path(1).at).toEqual({ time: 1_000, at: good.at(1_000).flight.state.position });
});

it('jumps between burns, and to both ends', () => {
  const session = begin(good);
  const times = [1, 1, 1, -1, -1, -1].map((direction) => {
    session.seekBurn(direction as 1 | -1);
    return session.read().time;
  });
  const [first, second] = good.burnTimes;
  expect(times).toEqual([first, second, good.seconds, second, first, 0]);
});

it('notifies at most ten times a second while it plays, and at once after a control', () => {
  const session = begin(good);
  const told = jest.fn();
  session.subscribe(told);
  session.pause(false);
  expect(told).toHaveBeenCalledTimes(1);
  for (let picture = 0; picture < 14; picture += 1) session.tick(1 / 60);
  expect(told).toHaveBeenCalledTimes(3);
});
