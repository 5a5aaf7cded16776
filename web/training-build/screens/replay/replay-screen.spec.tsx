import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ReplayedAttempt } from '../../bridge/bridge.js';
import { scenarios } from '../../flight/scenarios.js';
import { goodFlightOf } from '../../replay/good-flights.js';
import { compiledFlightModule } from '../../testing/compiled-flight-module.js';
import { openGame, press, violations } from '../../testing/open-game.js';

const scenario = scenarios.find(({ title }) => title === 'Low Orbit Rendezvous')!;
const { hash } = compiledFlightModule();

const attempt = (name: string, changes: Partial<ReplayedAttempt> = {}): ReplayedAttempt => ({
  attemptId: name,
  name,
  scenarioId: scenario.scenarioId,
  flight: { module: hash, scenarioVersion: scenario.version, ...goodFlightOf(scenario)! },
  ...changes,
});
const still = { module: hash, scenarioVersion: scenario.version, steps: 5_000, inputs: [] };

async function open(...attempts: ReplayedAttempt[]) {
  const game = openGame();
  act(() => game.receive('ReceiveReplay', JSON.stringify(attempts)));
  await screen.findByRole('main', { name: /^Replay/ });
  return game;
}
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent.trim());
const seek = (seconds: number) =>
  fireEvent.change(screen.getByRole('slider', { name: 'Flight time' }), { target: { value: seconds } });

it('asks the page for a replay, and shows the flights with a good one beside them', async () => {
  const { raised } = await open(attempt('Mara'), attempt('Noor', { flight: still }));
  expect(raised).toContainEqual(['WatchReplay']);
  expect(names()).toEqual(['Mara', 'Noor', 'A good flight']);
  seek(1_000_000);
  const [mara, noor] = screen.getAllByRole('row').slice(1);
  expect(mara).toHaveTextContent(/Goal reached|goal/i);
  expect(within(noor!).getAllByRole('cell').at(-1)).toHaveTextContent('0');
  expect(await violations()).toEqual([]);
});

it('plays, jumps between burns, and says the time in words', async () => {
  const { draw } = await open(attempt('Mara'));
  const time = () => screen.getByRole('slider', { name: 'Flight time' }).getAttribute('aria-valuetext');
  const start = time();
  await press('Play');
  draw(3);
  await press('Pause');
  expect(time()).not.toBe(start);
  await press('Next burn');
  const atBurn = time();
  await press('Previous burn');
  expect([time(), atBurn === start]).toEqual([start, false]);
});

it('hides a flight beside the first one', async () => {
  await open(attempt('Mara'), attempt('Noor', { flight: still }));
  const noor = screen.getByRole('checkbox', { name: 'Noor' });
  fireEvent.click(noor);
  expect(noor).not.toBeChecked();
});

it('continues a flight as a sandbox, and returns to the replay', async () => {
  const { draw, results } = await open(attempt('Mara', { flight: still }));
  seek(2_000);
  await press('Take over from here');
  await screen.findByRole('main', { name: `Flight: ${scenario.title}` });
  draw(1);
  await press('Leave');
  await press('Leave the flight');
  expect(await screen.findByRole('slider', { name: 'Flight time' })).toHaveAttribute(
    'value',
    expect.stringMatching(/^20/),
  );
  expect(results()).toEqual([]);
});

it.each([
  ['without inputs', { flight: null }],
  ['of another module', { flight: { ...still, module: '0'.repeat(64) } }],
  ['of other numbers of the scenario', { flight: { ...still, scenarioVersion: 99 } }],
  ['of an unknown scenario', { scenarioId: 'another' }],
])('says that a flight %s cannot be replayed', async (_, changes) => {
  const { raised } = await open(attempt('Mara', changes));
  expect(screen.getByRole('heading', { name: 'This flight cannot be replayed' })).toBeVisible();
  await press('Leave');
  expect(raised).toContainEqual(['Quit']);
});
