import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ClassAnswers } from '../../../api/contracts/class-answers.contract.js';
import {
  attemptId,
  CLASS_START,
  recordedAttempt,
  sampleRecording,
  scenarioId,
} from '../../../api/contracts/recording.fixture.js';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import { ATTEMPT_FLAGS } from '../../../api/contracts/recording.rule.js';
import { SESSION_ID } from '../../testing/gradebook-fixture.js';
import { debriefPath, openDebriefPage } from '../../testing/open-debrief.js';

jest.mock('../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../testing/fake-live.js').fakeLive,
}));

const iso = (seconds: number): string => new Date(CLASS_START + seconds * 1_000).toISOString();
const flags = ATTEMPT_FLAGS.quiz + ATTEMPT_FLAGS.passed;
const sample = sampleRecording(2, 2, {
  attempts: [
    recordedAttempt(10, { person: 0, arrivedAt: 60_000, flags }),
    recordedAttempt(20, { person: 1, arrivedAt: 120_000, flags }),
  ],
});
const [{ scenarios, edition }] = sample.editions as [(typeof sample.editions)[0]];
const [quiz, other] = scenarios as [(typeof scenarios)[0], (typeof scenarios)[0]];
const recording: Recording = {
  ...sample,
  session: { ...sample.session, id: SESSION_ID, endDate: iso(600) },
  editions: [{ edition, scenarios: [{ ...quiz, scenarioType: 'Quiz', scenarioTitle: 'Rules' }, other] }],
};
const answers: ClassAnswers = {
  editions: [
    {
      edition,
      questions: [
        {
          questionText: 'Who yields?',
          maxScore: 10,
          answers: [
            { answerText: 'The chaser', correct: true },
            { answerText: 'The target', correct: false },
          ],
        },
      ],
    },
  ],
  forms: [['form', [['Who yields?', 10, 'The chaser', true, 'The target', false]]]],
  attempts: [
    [attemptId(10), 'form', [[0, 0, 1]]],
    [attemptId(20), 'form', [[0, 10, 0]]],
  ],
};

const ANSWERS = `GET /api/sessions/${SESSION_ID}/quizzes/${scenarioId(0)}/answers`;

const open = (search: string, changes: Parameters<typeof openDebriefPage>[2] = {}, shown = recording) =>
  openDebriefPage(shown, debriefPath(`&show=questions${search}`), { [ANSWERS]: { body: answers }, ...changes });

it('shows how the answers stood at the moment, with one request for all moments', async () => {
  const requests = await open(`&at=${iso(65)}`);
  expect(await screen.findByLabelText('Quiz')).toHaveDisplayValue('Rules');
  const table = await screen.findByRole('table', { name: 'Questions, most missed first' });
  const shown = () =>
    within(table)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(shown()).toEqual(['✓ The chaser, correct0 (0%)', 'The target1 (100%)']);
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Moment of the class' }), { key: 'ArrowRight', shiftKey: true });
  await waitFor(() => expect(shown()).toEqual(['✓ The chaser, correct1 (50%)', 'The target1 (50%)']));
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Moment of the class' }), { key: 'PageDown' });
  expect(await screen.findByText('No answers until this moment')).toBeVisible();
  expect(requests.filter(({ path }) => path.endsWith('/answers'))).toHaveLength(1);
});

it('says that a class has no quiz', async () => {
  const editions = [{ edition, scenarios: [other] }];
  await open('', {}, { ...recording, editions, attempts: [] });
  expect(await screen.findByText('This class has no quiz')).toBeVisible();
});

it('offers another try when the answers cannot be loaded', async () => {
  await open('', { [ANSWERS]: { status: 503, body: { title: 'Down', status: 503 } } });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});
