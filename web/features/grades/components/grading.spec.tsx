import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { GradingPreview } from '../../../../api/contracts/grading.contract.js';
import { DEFAULT_GRADING } from '../../../../api/contracts/grading.rule.js';
import { connectionBecomes } from '../../../testing/fake-live.js';
import { CLIENT_CONFIG, type FakeRequest } from '../../../testing/fake-server.js';
import { SCENARIOS, SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { openGradebook } from '../../../testing/open-gradebook.js';
import { giveElementsASize } from '../../../testing/visible-grid.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const place = { sessionId: SESSION_ID, sessionName: 'Class 3', userId: 'u1', username: 'zoe' };
const figures = (points: number) => ({ points, maximum: 10, percent: points * 10, passed: true });
const PREVIEW: GradingPreview = {
  lost: 0,
  gained: 0,
  changed: 1,
  letters: 1,
  results: [{ ...place, scenarioId: 's2', scenarioTitle: 'Fundamentals', from: figures(8), to: figures(9) }],
  averagesTotal: 1,
  averages: [{ ...place, from: 80, to: 85 }],
  placesTotal: 1,
  places: [{ ...place, from: 2, to: null }],
};
const sent = (requests: FakeRequest[], method: string) =>
  requests.filter((request) => request.method === method).map(({ body }) => body);

beforeEach(() => {
  giveElementsASize();
  connectionBecomes('live');
});
afterEach(() => jest.restoreAllMocks());

it('changes the grading settings after the preview was checked', async () => {
  const requests = await openGradebook({
    answers: {
      'GET /api/groups/g1/grading': { body: DEFAULT_GRADING },
      'POST /api/groups/g1/grading/preview': { body: PREVIEW },
      'PUT /api/groups/g1/grading': ({ body }) => ({ body }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Grading' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Grading' }));
  await userEvent.selectOptions(await dialog.findByLabelText('Attempt that counts'), 'The last attempt');
  await userEvent.selectOptions(dialog.getByLabelText('Weights in averages'), 'By scenario');
  await userEvent.type(dialog.getByLabelText('Weight of Fundamentals, in full'), '2');
  const rows = await dialog.findAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toContain('zoeClass 3Fundamentals8 / 10 (80% B)9 / 10 (90% A)');
  expect(rows.map(({ textContent }) => textContent)).toContain('zoeClass 32.none');
  expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await userEvent.click(dialog.getByLabelText('I have checked the preview.'));
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('Grading changed')).toBeVisible();
  const weights = { by: 'Scenario', values: { s2: 2 } };
  expect(sent(requests, 'PUT')).toEqual([{ ...DEFAULT_GRADING, attempts: 'Last', weights }]);
});

const question = {
  questionText: 'Which orbit?',
  maxScore: 1,
  answers: [
    { answerText: 'Low', correct: true },
    { answerText: 'High', correct: false },
  ],
};

it('regrades a question with another correct answer', async () => {
  const requests = await openGradebook({
    answers: {
      [`GET /api/courses/${CLIENT_CONFIG.catalogueId}/headers`]: {
        body: SCENARIOS.map((scenario) => ({ ...scenario, questions: [question] })),
      },
      'POST /api/groups/g1/regrades/preview': { body: PREVIEW },
    },
  });
  fireEvent.contextMenu(await screen.findByRole('columnheader', { name: /Fundamentals/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Regrade…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Regrade Fundamentals/ }));
  await userEvent.selectOptions(dialog.getByLabelText('What to regrade'), 'Which orbit?');
  await userEvent.click(dialog.getByLabelText('Other correct answers'));
  await userEvent.click(dialog.getByLabelText('High'));
  expect(await dialog.findByText('1 result changes.')).toBeVisible();
  expect(dialog.queryByRole('columnheader', { name: 'Class' })).toBeNull();
  await userEvent.click(dialog.getByLabelText('I have checked the preview.'));
  expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Reason'), 'Ambiguous.');
  expect(dialog.getByRole('button', { name: 'Apply' })).toBeEnabled();
  // One preview for each complete choice, and none while the reason is typed.
  const ofQuestion = { sessionId: SESSION_ID, scenarioId: 's2', questionText: 'Which orbit?', neverLower: true };
  expect(sent(requests, 'POST')).toMatchObject([
    { questionText: null, change: { kind: 'Drop' } },
    { ...ofQuestion, change: { kind: 'Drop' } },
    { ...ofQuestion, change: { kind: 'Keys', keys: [['High']] } },
  ]);
});

it('shows that the preview cannot be loaded when the refusal has no text', async () => {
  await openGradebook({
    answers: {
      'GET /api/groups/g1/grading': { body: DEFAULT_GRADING },
      'POST /api/groups/g1/grading/preview': { status: 502 },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Grading' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Grading' }));
  await userEvent.selectOptions(await dialog.findByLabelText('Attempt that counts'), 'The last attempt');
  expect(await dialog.findByText('The preview could not be loaded.')).toBeVisible();
});

it('keeps the id of a regrade when it is applied again after a lost answer', async () => {
  const requests = await openGradebook({
    answers: {
      [`GET /api/courses/${CLIENT_CONFIG.catalogueId}/headers`]: { body: SCENARIOS },
      'POST /api/groups/g1/regrades/preview': { body: PREVIEW },
    },
  });
  fireEvent.contextMenu(await screen.findByRole('columnheader', { name: /Fundamentals/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Regrade…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Regrade Fundamentals/ }));
  await userEvent.click(await dialog.findByLabelText('I have checked the preview.'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Ambiguous.');
  const puts = () => requests.filter(({ method }) => method === 'PUT').map(({ path }) => path);
  for (const tries of [1, 2]) {
    await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(puts()).toHaveLength(tries));
    expect(await dialog.findByRole('alert')).toBeVisible();
  }
  expect(new Set(puts()).size).toBe(1);
});
