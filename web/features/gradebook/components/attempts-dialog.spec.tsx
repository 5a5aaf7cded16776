import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DEFAULT_GRADING } from '../../../../api/contracts/grading.rule.js';
import type { Scorecard } from '../../../../api/contracts/score.contract.js';
import { connectionBecomes, push } from '../../../testing/fake-live.js';
import type { FakeRequest } from '../../../testing/fake-server.js';
import { gradebookCell } from '../../../../api/contracts/gradebook-content.fixture.js';
import { SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { openGradebook } from '../../../testing/open-gradebook.js';
import { scorecard } from '../../../testing/scorecard-fixture.js';
import { giveElementsASize } from '../../../testing/visible-grid.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const SCORES = `GET /api/scores/session/${SESSION_ID}/all`;
const asked = (requests: FakeRequest[]) =>
  requests.filter(({ path }) => path.startsWith('/api/scores')).map(({ path }) => path.split('?')[1]);
/** Cells of a row by index, after the average and the count of finished scenarios. */
const [FIRST, QUIZ, UNPLAYED] = [2, 3, 4] as const;
const cellIn = async (row: number, column: number) =>
  within((await screen.findAllByRole('row'))[row]!).getAllByRole('gridcell')[column]!;

beforeEach(() => {
  giveElementsASize();
  connectionBecomes('live');
});
afterEach(() => jest.restoreAllMocks());

describe('the attempts dialog', () => {
  it('opens on a click, with times, points, grade, and the attempt that counts', async () => {
    const attempts = [
      scorecard({ attemptId: 'a1', totalScore: 97 }),
      scorecard({
        attemptId: 'a2',
        totalScore: 40,
        passed: false,
        startedAt: '2026-03-01T11:00:00Z',
        time: '2026-03-01T11:00:04Z',
        tooFast: true,
      }),
      scorecard({ attemptId: 'a3', totalScore: 99, late: true }),
    ];
    const requests = await openGradebook({ answers: { [SCORES]: { body: attempts } } });
    await userEvent.click(await cellIn(4, FIRST));
    const dialog = await screen.findByRole('dialog', { name: /^Attempts of zoe/ });
    expect(dialog).toHaveTextContent('First Last · Orbit Raising, in full');
    expect(asked(requests)).toEqual(['attempts=all&includeFailedScores=true&userId=u1&scenarioId=s1']);
    const [late, fast, best] = await within(dialog).findAllByRole('article');
    expect(late).toHaveAccessibleName('Attempt 3');
    expect(late).toHaveTextContent(
      'Late: this attempt arrived more than 15 minutes after the class had ended. It is kept but not counted.',
    );
    expect(within(late!).queryByText('Counted')).toBeNull();
    expect(fast).toHaveTextContent('F 40%');
    expect(within(fast!).getByText('Not passed')).toBeVisible();
    expect(within(fast!).getByText('Too fast')).toBeVisible();
    expect(fast).toHaveTextContent('Too fast: this attempt took less time than the scenario needs.');
    expect(within(fast!).getByText('Duration').nextSibling).toHaveTextContent('4 s');
    expect(within(best!).getByText('Counted')).toBeVisible();
    expect(within(best!).getByText('Passed')).toBeVisible();
    expect(best).toHaveTextContent('A+ 97%');
    expect(within(best!).getByText('Scenario points').nextSibling).toHaveTextContent('97 of 100');
    expect(within(best!).getByText('Started').nextSibling).toHaveTextContent(/2026/);
    expect(within(best!).getByText('Duration').nextSibling).toHaveTextContent('12 min 5 s');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens on Enter, and loads again when the cell changes', async () => {
    const attempts: Scorecard[] = [scorecard({})];
    const requests = await openGradebook({ answers: { [SCORES]: () => ({ body: attempts }) } });
    fireEvent.focus(await cellIn(4, FIRST));
    fireEvent.keyDown(await cellIn(4, FIRST), { key: 'Enter' });
    await screen.findByRole('article', { name: 'Attempt 1' });
    attempts.push(scorecard({ attemptId: 'a2', totalScore: 98, time: '2026-03-01T12:00:00Z' }));
    await push('gradebook', [{ key: 'u2:s1', sequence: 40, value: gradebookCell({ total: 91 }) }]);
    await push('gradebook', [{ key: 'u1:s1', sequence: 41, value: gradebookCell({ total: 98 }) }]);
    expect(await screen.findByRole('article', { name: 'Attempt 2' })).toHaveTextContent('Counted');
    expect(asked(requests)).toHaveLength(2);
  });

  it('marks the last attempt when the course counts it, also after a change of the settings', async () => {
    const attempts = [scorecard({ totalScore: 97 }), scorecard({ attemptId: 'a2', time: '2026-03-01T12:00:00Z' })];
    await openGradebook({ answers: { [SCORES]: { body: attempts } } });
    await userEvent.click(await cellIn(4, FIRST));
    const [last, best] = await screen.findAllByRole('article');
    expect(best).toHaveTextContent('Counted');
    await push('gradebook', [
      { key: 'grading', sequence: 40, value: { kind: 'grading', ...DEFAULT_GRADING, attempts: 'Last' } },
    ]);
    expect(last).toHaveTextContent('Counted');
    expect(best).not.toHaveTextContent('Counted');
  });

  it('shows the answers of a question as text', async () => {
    const questionScorecards: Scorecard['questionScorecards'] = [
      {
        questionText: 'Which way is prograde?',
        score: 0,
        maxScore: 5,
        answerScorecards: [
          { answerText: 'Forward', answered: false, correct: true },
          { answerText: 'Back', answered: true, correct: false },
          { answerText: 'Up', answered: false, correct: false },
        ],
      },
      {
        questionText: 'And up?',
        score: 5,
        maxScore: 5,
        answerScorecards: [{ answerText: 'Radial', answered: true, correct: true }],
      },
      { questionText: 'How was it?', score: 0, maxScore: null, answerScorecards: [] },
    ];
    await openGradebook({ answers: { [SCORES]: { body: [scorecard({ questionScorecards })] } } });
    await userEvent.click(await cellIn(4, FIRST));
    await userEvent.click(await screen.findByText('3 questions, 1 of 2 fully correct'));
    const questions = within(screen.getByRole('article')).getAllByRole('listitem');
    expect(questions.map((each) => each.textContent)).toEqual([
      expect.stringContaining('Which way is prograde? 0 / 5'),
      '○ Forward not chosen, correct',
      '✗ Back chosen, wrong',
      '· Up ',
      expect.stringContaining('And up? 5 / 5'),
      '✓ Radial chosen, correct',
      'How was it? 0',
    ]);
  });

  it('shows that there are none, or that they could not be loaded', async () => {
    await openGradebook({ answers: { [SCORES]: { body: [] } } });
    await userEvent.click(await cellIn(3, UNPLAYED));
    expect(await screen.findByText('No attempts yet')).toBeVisible();
  });

  it('opens the attempts of all scenarios from the name', async () => {
    const body = [scorecard({}), scorecard({ attemptId: 'a2', scenarioId: 's3' })];
    const requests = await openGradebook({ answers: { [SCORES]: { body } } });
    await userEvent.click(await screen.findByRole('rowheader', { name: 'zoe' }));
    expect(await screen.findByRole('region', { name: 'Rendezvous and Proximity, in full' })).toBeVisible();
    expect(asked(requests)).toEqual(['attempts=all&includeFailedScores=true&userId=u1']);
  });
});

describe('a quiz', () => {
  const quizPath = '/gradebook/Operations%20101%20-%20Class%203/Fundamentals';

  it.each([
    ['its title', async () => userEvent.click(await screen.findByRole('link', { name: 'Fundamentals' }))],
    ['a cell', async () => userEvent.click(await cellIn(4, QUIZ))],
  ])('opens its answers from %s, and remembers the quiz', async (_, choose) => {
    await openGradebook();
    await screen.findByRole('grid');
    await choose();
    expect(window.location.pathname).toBe(quizPath);
    expect([localStorage.getItem('sessionId'), localStorage.getItem('quizId')]).toEqual([SESSION_ID, 's2']);
  });

  it.each([
    [
      'the menu',
      async () => {
        fireEvent.contextMenu(await cellIn(4, QUIZ));
        await userEvent.click(await screen.findByRole('menuitem', { name: 'Attempts…' }));
      },
    ],
    ['Shift', async () => fireEvent.click(await cellIn(4, QUIZ), { shiftKey: true })],
  ])('opens its attempts by %s', async (_, choose) => {
    await openGradebook({ answers: { [SCORES]: { body: [] } } });
    await screen.findByRole('grid');
    await choose();
    expect(await screen.findByRole('dialog', { name: /^Attempts of zoe/ })).toBeVisible();
    expect(window.location.pathname).toBe(`/gradebook/${SESSION_ID}`);
  });
});
