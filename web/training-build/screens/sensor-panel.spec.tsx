import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beginFlight, openGame, press, violations } from '../testing/open-game.js';

const CUSTODY = 'Custody of a Manoeuvring Satellite';
const INSPECTION = 'Sunlit Inspection of an Uncooperative Satellite';

const sensor = () => within(screen.getByRole('region', { name: 'Sensor' }));
const pointing = () => screen.getByLabelText('Pointing').textContent;

async function open(title: string) {
  const game = openGame();
  await beginFlight('Compete', title);
  return game;
}

describe('the sensor panel', () => {
  it('shows what the sensor sees and how long the target was watched', async () => {
    const { draw } = await open(CUSTODY);
    expect(sensor().getByText('Sensor: too far')).toBeVisible();
    expect(sensor().getByText('Watched 0:00 of 2:00:00')).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.keyboard('3{ArrowRight>4/}{ArrowDown>3/}{Enter}.');
    draw(155);
    expect(sensor().getByText('Sensor: outside the field of view')).toBeVisible();
    await userEvent.keyboard('g');
    draw(3);
    expect(sensor().getByText('Sensor: in view')).toBeVisible();
    expect(sensor().getByText(/^Watched [1-9]:\d\d of 2:00:00$/)).toBeVisible();
  });

  it('is missing without a sensor', async () => {
    await open('Low Orbit Rendezvous');
    expect(screen.queryByRole('region', { name: 'Sensor' })).not.toBeInTheDocument();
    await userEvent.keyboard('g');
    expect(screen.queryByLabelText('Pointing')).not.toBeInTheDocument();
  });

  it('turns the sensor by buttons', async () => {
    await open(INSPECTION);
    await press('Pause');
    expect(pointing()).toBe('Azimuth 0°, elevation 0°');
    for (const name of ['counterclockwise', 'counterclockwise', 'clockwise', 'to the left'])
      await press(`Turn the sensor ${name}`);
    expect(pointing()).toBe('Azimuth 2°, elevation 2°');
    await press('Turn the sensor to the right');
    await press('Turn the sensor to the right');
    expect(pointing()).toBe('Azimuth 2°, elevation −2°');
    await press('At target');
    expect(pointing()).toBe('Azimuth 3°, elevation −1°');
  });

  it('turns the sensor by keys, ten steps at a time with Shift', async () => {
    await open(INSPECTION);
    await userEvent.keyboard('paar');
    expect(pointing()).toBe('Azimuth 4°, elevation 2°');
    await userEvent.keyboard('{Shift>}DV{/Shift}');
    expect(pointing()).toBe('Azimuth −16°, elevation −18°');
    await userEvent.keyboard('g');
    expect(pointing()).toBe('Azimuth 3°, elevation −1°');
  });

  it('announces a burn of the target after it has happened', async () => {
    const { draw } = await open(CUSTODY);
    expect(sensor().queryByText(/^The target made a burn/)).not.toBeInTheDocument();
    await userEvent.keyboard('..');
    draw(110);
    expect(sensor().getByText('The target made a burn at 50:00.')).toHaveClass('just');
    expect(sensor().getByText('The target made a burn at 50:00.')).toHaveAttribute('role', 'status');
    draw(20);
    expect(sensor().getByText('The target made a burn at 50:00.')).not.toHaveClass('just');
  });

  it('shows advice after a lost flight', async () => {
    const { draw } = await open(CUSTODY);
    await userEvent.keyboard('.....');
    draw(70);
    expect(screen.getByRole('heading', { name: 'Time is up' })).toBeVisible();
    expect(screen.getByText(/respond to each burn of the target immediately\.$/)).toBeVisible();
  });
});
