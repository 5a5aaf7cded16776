import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beginFlight, openGame, press, violations } from '../testing/open-game.js';

const RETREAT = 'Safe Retreat Under a Speed Limit';
const TARGET = { x: 400, y: 300 };

const plan = () => screen.getByLabelText('Planned burn').textContent;
const reading = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const result = () => within(screen.getByRole('region', { name: 'Result' }));

async function open(mode: string, title: string) {
  const game = openGame({}, { target: TARGET, spacecraft: null });
  await beginFlight(mode, title);
  return game;
}

describe('the flight', () => {
  it('shows instruments and labels of visible objects, and no hints in Compete mode', async () => {
    const { draw, shown } = await open('Compete', RETREAT);
    draw(2);
    expect(shown).toContain(`begin ${RETREAT}`);
    expect(screen.getByText('Target', { selector: '.label' })).toBeVisible();
    expect(screen.getByText('You', { selector: '.label' })).not.toBeVisible();
    expect([reading('Range'), reading('Along track'), reading('Limit here')]).toEqual(['112 m', '−110 m', '0.60 m/s']);
    expect(screen.getByText(/^Get 2 km away/)).toBeVisible();
    expect(document.querySelector('.hint')).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it('is planned by keys', async () => {
    await open('Compete', RETREAT);
    await userEvent.keyboard('p{ArrowRight}{ArrowUp}1ss');
    expect(plan()).toBe('0.14 m/s (along +0.10, radial +0.10, cross −0.02)');
    await userEvent.keyboard('w{Shift>}{ArrowLeft}{ArrowDown}{/Shift}');
    expect(plan()).toBe('0.01 m/s (along +0.00, radial +0.00, cross −0.01)');
    await userEvent.keyboard('{Backspace}');
    expect(plan()).toBe('No burn planned');
  });

  it('is planned by buttons, with the same result', async () => {
    await open('Compete', RETREAT);
    await press('Pause');
    for (const name of ['Forward', 'Forward', 'Backward', 'Away from the Earth', 'Away from the Earth'])
      await press(name);
    await press('0.01');
    for (const name of ['Towards the Earth', 'To the left', 'To the left', 'To the right']) await press(name);
    expect(plan()).toBe('0.21 m/s (along +0.10, radial +0.19, cross +0.01)');
    await press('Clear');
    expect(plan()).toBe('No burn planned');
    expect(screen.getByRole('button', { name: 'Clear' })).toBeDisabled();
  });

  it('burns, cools down, and rejects burns that exceed the tank', async () => {
    const { draw } = await open('Compete', RETREAT);
    await press('Forward');
    await press('Burn');
    draw(1);
    expect(screen.getByText('2.40 m/s')).toBeVisible();
    await press('Forward');
    expect(screen.getByRole('button', { name: /^Cooling [23]:\d\d$/ })).toBeDisabled();
    for (let seconds = 0; seconds < 200; seconds += 1) draw(1);
    await press('1');
    await press('Forward');
    await press('Forward');
    await press('Forward');
    expect(screen.getByRole('button', { name: 'Not enough fuel' })).toBeDisabled();
  });

  it('warns before a limit is exceeded', async () => {
    const { draw } = await open('Compete', RETREAT);
    await userEvent.keyboard('{ArrowRight>5/}{Enter}');
    draw(1);
    expect(reading('Limit here')).toBe('0.60 m/s · brake');
  });

  it('runs time faster and slower, and pauses it', async () => {
    const { draw } = await open('Compete', RETREAT);
    const speed = () => screen.getByLabelText('Speed of time').textContent;
    expect(speed()).toBe('×10');
    await press('Faster');
    await userEvent.keyboard('.');
    expect(speed()).toBe('×300');
    await press('Slower');
    await userEvent.keyboard(',,,,');
    expect(speed()).toBe('×1');
    await press('Pause');
    const before = reading('Time');
    draw(30);
    expect(reading('Time')).toBe(before);
    // a burn is possible while time is paused
    await press('Forward');
    await press('Burn');
    expect([plan(), reading('Time')]).toEqual(['No burn planned', before]);
    await press('Resume');
    draw(30);
    expect(reading('Time')).not.toBe(before);
  });

  it('is shown in each frame of reference, from any side', async () => {
    const { draw, shown } = await open('Compete', RETREAT);
    await press('Inertial');
    draw(1);
    expect(shown.at(-1)).toBe('inertial');
    await userEvent.keyboard('f');
    draw(1);
    expect(shown.at(-1)).toBe('spacecraft');
    expect(screen.getByRole('button', { name: 'Spacecraft', pressed: true })).toBeVisible();
    await userEvent.keyboard('qe+-');
    expect(shown.slice(-4)).toEqual(['turned left', 'turned right', 'nearer', 'farther']);
  });

  it('is paused while help is open', async () => {
    const { draw } = await open('Compete', RETREAT);
    await userEvent.keyboard('h');
    const help = within(screen.getByRole('dialog', { name: 'Help' }));
    expect(help.getByText('orange: your path with the planned burn')).toBeVisible();
    expect(help.getByRole('heading', { name: 'Frames of reference' })).toBeVisible();
    expect(help.getByRole('rowheader', { name: 'Enter' })).toBeVisible();
    const before = reading('Time');
    draw(30);
    await userEvent.keyboard('{ArrowRight}');
    expect([reading('Time'), plan()]).toEqual([before, 'No burn planned']);
    expect(await violations()).toEqual([]);
    await press('Back to the flight');
    draw(30);
    expect(reading('Time')).not.toBe(before);
    await press('Help');
    expect(screen.getByRole('dialog', { name: 'Help' })).toBeVisible();
  });

  it('asks before it is left', async () => {
    const { results } = await open('Compete', RETREAT);
    await press('Leave');
    expect(screen.getByText('The flight has not ended. If you leave, no result is submitted.')).toBeVisible();
    await press('Keep flying');
    await press('Leave');
    await press('Leave the flight');
    expect(await screen.findByRole('heading', { name: 'Relative Motion' })).toBeVisible();
    expect(results()).toEqual([]);
  });
});

describe('the result', () => {
  it('is submitted once, and shows the points and their parts', async () => {
    const { draw, results, answerResult, raised } = await open('Compete', RETREAT);
    await userEvent.keyboard('p{ArrowRight}{ArrowUp}1sssp{Enter}....');
    draw(60);
    expect(screen.getByRole('heading', { name: 'Goal reached' })).toBeVisible();
    const [only, ...more] = results();
    expect([only!.passed, only!.sessionId, only!.ticket, more]).toEqual([true, null, 'a ticket', []]);
    expect(only!.totalScore).toBeGreaterThanOrEqual(900);
    expect(only).toMatchObject({ flight: { scenarioVersion: 1, inputs: [[expect.any(Number), 0.1, 0.1, -0.03]] } });
    expect(result().getByText(String(only!.totalScore))).toBeVisible();
    expect(result().getByText('0.14 m/s in 1 burn')).toBeVisible();
    expect(result().getByRole('progressbar', { name: 'Points for fuel' })).toBeVisible();
    expect(result().getByRole('status')).toHaveTextContent(
      'Your result is saved and will be submitted as soon as the platform responds.',
    );
    answerResult('sent');
    expect(result().getByRole('status')).toHaveTextContent('Your result has been submitted.');
    expect(screen.getByRole('button', { name: 'Fly again' })).toHaveFocus();
    expect(await violations()).toEqual([]);
    await press('Menu');
    await screen.findByRole('heading', { name: 'Relative Motion' });
    const changedScenarios = raised
      .filter(([name]) => name === 'ScenarioChanged')
      .map(([, json]) => JSON.parse(String(json)));
    expect(changedScenarios.map(({ scenarioId }) => scenarioId)).toEqual([null, null, only!.scenarioId, null]);
  });

  it('shows why the platform rejected it', async () => {
    const { draw, answerResult } = await open('Compete', RETREAT);
    await userEvent.keyboard('3{ArrowRight}{Enter}');
    draw(3);
    answerResult('refused', 'The class is not active.');
    expect(result().getByRole('status')).toHaveTextContent('The class is not active.');
  });

  it.each([
    [
      'Low Orbit Rendezvous',
      '3{ArrowRight>8/}{Enter}',
      'The tank is empty',
      'Use fewer burns. Check where the dashed path leads before you burn again.',
    ],
    [
      RETREAT,
      '3{ArrowRight}{Enter}',
      'Too fast',
      'Brake earlier. A transfer that takes more of an orbit arrives more slowly.',
    ],
    ['Low Orbit Rendezvous', '.....', 'Time is up', 'Burn earlier, or choose a quicker transfer that uses more fuel.'],
    [
      'Inspection Fly-around',
      '{ArrowDown>4/}{ArrowRight>4/}{Enter}..',
      'Collision',
      'Aim beside the target, because your path curves.',
    ],
  ])('shows why %s is lost: %s', async (title, keys, outcome, advice) => {
    const { draw, results } = await open('Compete', title);
    await userEvent.keyboard(keys);
    draw(120);
    expect(screen.getByRole('heading', { name: outcome })).toBeVisible();
    expect(screen.getByText(advice)).toBeVisible();
    expect(result().queryByRole('progressbar')).not.toBeInTheDocument();
    expect(results()[0]).toMatchObject({ passed: false });
    expect(results()[0]!.totalScore).toBeLessThan(300);
    await press('Fly again');
    expect(screen.getByLabelText('Planned burn')).toBeVisible();
  });
});

describe('the tutorial', () => {
  it('shows the current hint', async () => {
    const { draw } = await open('Learn', 'Relative Motion in Low Orbit');
    const hint = () => document.querySelector('.hint[role="status"]')?.textContent;
    expect(hint()).toBe('Plan a burn with the arrows. The dashed path is your path without a burn.');
    await userEvent.keyboard('{ArrowLeft}');
    expect(hint()).toBe('The orange path shows where this burn takes you. Burn when it leads to the yellow sphere.');
    await userEvent.keyboard('{Enter}');
    expect(hint()).toMatch(/^Speed up time/);
    draw(1);
    expect(await violations()).toEqual([]);
  });
});
