import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RecordedFlight } from '../../../../api/contracts/recorded-flight.contract.js';
import { ReplayedResults } from './replayed-results.js';

const flightOf = (changes: Partial<RecordedFlight> = {}): RecordedFlight => ({
  attemptId: 'a1',
  userId: 'u1',
  name: 'Ada Byron',
  scenarioId: 's1',
  scenarioTitle: 'Docking',
  totalScore: 80,
  maxTotalScore: 100,
  passed: true,
  level: 'Verified',
  startedAt: '2026-03-02T09:00:00Z',
  completedAt: '2026-03-02T09:05:00Z',
  flight: { module: 'a'.repeat(64), scenarioVersion: 1, steps: 10, inputs: [] },
  ...changes,
});
const reported = () => screen.getByRole('list', { name: 'What the game reported' }).textContent.replaceAll(/\s+/g, ' ');

it('says what the game reported about each flight', () => {
  const other = flightOf({ attemptId: 'a2', name: 'Alan T.', totalScore: 20, passed: false, level: 'Reported' });
  render(<ReplayedResults flights={[flightOf(), other]} canReplay onLeave={() => undefined} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(reported()).toContain('Ada Byron Docking: 80 of 100 points, passed.');
  expect(reported()).toContain('Alan T. Docking: 20 of 100 points, not passed.');
  expect(screen.queryByText('This game cannot replay flights.')).not.toBeInTheDocument();
});

it('says when inputs are missing, and when the game cannot replay flights', () => {
  render(<ReplayedResults flights={[flightOf({ flight: null })]} canReplay={false} onLeave={() => undefined} />);
  expect(reported()).toContain('The inputs of this flight were not recorded or are no longer kept.');
  expect(screen.getByText('This game cannot replay flights.')).toBeVisible();
});

it('leaves the replay', async () => {
  const leave = jest.fn();
  render(<ReplayedResults flights={[flightOf()]} canReplay onLeave={leave} />);
  await userEvent.click(screen.getByRole('button', { name: 'Leave the replay' }));
  expect(leave).toHaveBeenCalledTimes(1);
});
