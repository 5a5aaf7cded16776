import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beginFlight, classAnswers, FIRST_CLASS, openGame, press, SECOND_CLASS } from '../testing/open-game.js';

const RETREAT = 'Safe Retreat Under a Speed Limit';
const QUIZ = 'Orbital Foundations Check';
const COUNTS_FOR_FIRST = 'Results count for Operations 101 - Class 1.';

/** Exceeds the speed limit. */
async function fail(draw: (pictures: number) => void): Promise<void> {
  await userEvent.keyboard('3{ArrowRight}{Enter}');
  draw(3);
  await screen.findByRole('region', { name: 'Result' });
}

async function finishQuiz(): Promise<void> {
  for (let place = 1; place < 5; place += 1) await press('Next');
  await press('Finish');
}

describe('the class of an attempt', () => {
  it('is read when a flight starts, and stays the same when another class starts meanwhile', async () => {
    let running = [FIRST_CLASS];
    const { results, sendClass, draw } = openGame(classAnswers(() => running));
    await beginFlight('Compete', RETREAT);
    expect(screen.getByText(COUNTS_FOR_FIRST)).toBeVisible();
    running = [SECOND_CLASS, FIRST_CLASS];
    sendClass(...running);
    expect(
      screen.getByText(
        'Results now go to Operations 101 - Class 2. This flight still counts for Operations 101 - Class 1.',
      ),
    ).toBeVisible();
    await fail(draw);
    await press('Fly again');
    expect(await screen.findByText('Results count for Operations 101 - Class 2.')).toBeVisible();
    await fail(draw);
    expect(results().map(({ sessionId }) => sessionId)).toEqual([FIRST_CLASS.sessionId, SECOND_CLASS.sessionId]);
  });

  it('is a class that was joined during the briefing', async () => {
    let running: (typeof FIRST_CLASS)[] = [];
    const { results, draw } = openGame(classAnswers(() => running));
    await userEvent.click(await screen.findByRole('tab', { name: 'Compete' }));
    await press(new RegExp(`^${RETREAT}`));
    expect(screen.getByText('Practice: no class is running.')).toBeVisible();
    running = [SECOND_CLASS];
    await press('Start');
    expect(await screen.findByText('Results count for Operations 101 - Class 2.')).toBeVisible();
    await fail(draw);
    expect(results()).toMatchObject([{ sessionId: SECOND_CLASS.sessionId }]);
  });

  it('is reported as ended during a flight, but not after the result was submitted', async () => {
    const { sendClass, draw } = openGame(classAnswers(() => [SECOND_CLASS]));
    await beginFlight('Compete', RETREAT);
    sendClass();
    expect(screen.getByText(/has ended, or you have left it\. This flight no longer counts\.$/)).toBeVisible();
    sendClass(SECOND_CLASS);
    await fail(draw);
    sendClass();
    expect(screen.queryByText(/no longer counts/)).not.toBeInTheDocument();
  });

  it('is read when a quiz starts', async () => {
    let running = [FIRST_CLASS];
    const { results } = openGame(classAnswers(() => running));
    expect(await screen.findByText(/· results count for Operations 101 - Class 1$/)).toBeVisible();
    running = [SECOND_CLASS];
    await press(new RegExp(`^${QUIZ}`));
    expect(await screen.findByText('Results count for Operations 101 - Class 2.')).toBeVisible();
    await finishQuiz();
    expect(results()).toMatchObject([{ sessionId: SECOND_CLASS.sessionId }]);
  });

  it('is the class last sent by the page while the platform does not respond', async () => {
    const { results, sendClass } = openGame({ 'GET /api/users/me/groups': { status: 503, body: {} } });
    await screen.findByRole('button', { name: new RegExp(`^${QUIZ}`) });
    sendClass(FIRST_CLASS);
    await press(new RegExp(`^${QUIZ}`));
    expect(await screen.findByText(COUNTS_FOR_FIRST)).toBeVisible();
    await finishQuiz();
    expect(results()).toMatchObject([{ sessionId: FIRST_CLASS.sessionId }]);
  });

  it('is watched with one event, and read only for briefings and starts', async () => {
    const { seen, raised } = openGame(classAnswers(() => [FIRST_CLASS]));
    const reads = () => seen.filter(({ path }) => path === '/api/users/me/groups').length;
    await beginFlight('Compete', RETREAT);
    expect(reads()).toBe(3);
    await press('Leave');
    await press('Leave the flight');
    await screen.findByRole('heading', { name: 'Relative Motion' });
    expect(reads()).toBe(3);
    expect(raised.filter(([name]) => name === 'WatchClass')).toHaveLength(1);
  });

  it('does not start an attempt on a screen that was left meanwhile', async () => {
    let answer = (): void => {};
    let asked = 0;
    openGame({
      'GET /api/users/me/groups': async () => {
        asked += 1;
        if (asked > 2) await new Promise<void>((resolve) => (answer = resolve));
        return { body: [] };
      },
    });
    await userEvent.click(await screen.findByRole('tab', { name: 'Compete' }));
    await press(new RegExp(`^${RETREAT}`));
    await press('Start');
    await press('Back');
    answer();
    await screen.findByRole('tab', { name: 'Compete' });
    expect(screen.queryByRole('main', { name: /^Flight/ })).not.toBeInTheDocument();
  });
});
