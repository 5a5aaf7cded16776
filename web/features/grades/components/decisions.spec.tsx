import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DecideCellsRequest, DecidedCells } from '../../../../api/contracts/grading.contract.js';
import { CELL_MARKS } from '../../../../api/contracts/grading.rule.js';
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

const DECISIONS = `/api/sessions/${SESSION_ID}/decisions`;
/** The row of zoe, and the cells after the average and the count of finished scenarios. */
const ZOE = 4;
const FIRST = 2;
const cellIn = async (row: number, column: number) =>
  within((await screen.findAllByRole('row'))[row]!).getAllByRole('gridcell')[column]!;
const entry = (changes: Partial<DecidedCells['cells'][number]['newest'] & object> = {}) => ({
  decisionId: '0198c0de-00f1-7000-8000-000000000001',
  kind: 'Excused' as const,
  attemptId: null,
  points: null,
  maximum: null,
  reason: 'Was ill.',
  by: 'mara',
  at: '2026-03-01T09:20:00Z',
  undoneAt: null,
  ...changes,
});
const posted = (requests: FakeRequest[]) => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

beforeEach(() => {
  giveElementsASize();
  connectionBecomes('live');
});
afterEach(() => jest.restoreAllMocks());

it('sets the points of a cell from its menu', async () => {
  const requests = await openGradebook({
    answers: { [`GET ${DECISIONS}`]: { body: { cells: [] } }, [`POST ${DECISIONS}`]: { status: 204 } },
  });
  fireEvent.contextMenu(await cellIn(ZOE, FIRST));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Set points…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Set the points of zoe/ }));
  const submit = dialog.getByRole('button', { name: 'Set points' });
  await userEvent.clear(dialog.getByLabelText('Points'));
  await userEvent.type(dialog.getByLabelText('Points'), '101');
  expect(dialog.getByText('Enter points from 0 to the maximum.')).toBeVisible();
  await userEvent.clear(dialog.getByLabelText('Points'));
  await userEvent.type(dialog.getByLabelText('Points'), '70,5');
  expect(submit).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Reason'), 'The simulator stopped.');
  await userEvent.click(submit);
  expect(await screen.findByText('Points set')).toBeVisible();
  expect(posted(requests)).toEqual([
    {
      cells: [{ decisionId: expect.any(String) as unknown, userId: 'u1', scenarioId: 's1', version: 0 }],
      change: { kind: 'Points', points: 70.5, maximum: 100, passed: true },
      reason: 'The simulator stopped.',
    },
  ]);
});

it('offers to restore a result only where set points or an excuse apply', async () => {
  await openGradebook();
  fireEvent.contextMenu(await cellIn(ZOE, FIRST));
  expect(await screen.findByRole('menuitem', { name: 'Restore…' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await push('gradebook', [{ key: 'u1:s1', sequence: 99, value: { kind: 'empty', marks: CELL_MARKS.excused } }]);
  fireEvent.contextMenu(await cellIn(ZOE, FIRST));
  expect(await screen.findByRole('menuitem', { name: 'Restore…' })).not.toHaveAttribute('aria-disabled');
});

it('shows a decision that somebody else made meanwhile, and asks again', async () => {
  let decided: DecidedCells['cells'] = [];
  let refusals = 1;
  const requests = await openGradebook({
    answers: {
      [`GET ${DECISIONS}`]: () => ({ body: { cells: decided } }),
      [`POST ${DECISIONS}`]: () => {
        if (refusals-- <= 0) return { status: 204 };
        decided = [{ userId: 'u1', scenarioId: 's1', version: 1, newest: entry() }];
        return { status: 409, body: { title: 'Decided', status: 409, code: 'DECIDED_MEANWHILE', type: '' } };
      },
    },
  });
  fireEvent.contextMenu(await cellIn(ZOE, FIRST));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Comment…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Comment for zoe/ }));
  await userEvent.type(dialog.getByLabelText('Comment'), 'Well flown.');
  await userEvent.click(dialog.getByRole('button', { name: 'Save comment' }));
  expect(await dialog.findByText(/Another decision was made in the meantime/)).toBeVisible();
  expect(await dialog.findByText('Was ill.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save comment' }));
  expect(await screen.findByText('Comment saved')).toBeVisible();
  expect(posted(requests)).toMatchObject([{ cells: [{ version: 0 }] }, { cells: [{ version: 1 }] }]);
});

it('sends a decision whose answer was lost again with its id, and a corrected one with a new id and the newer version', async () => {
  let version = 0;
  const requests = await openGradebook({
    answers: {
      [`GET ${DECISIONS}`]: () => ({
        body: { cells: version ? [{ userId: 'u1', scenarioId: 's1', version, newest: entry() }] : [] },
      }),
      [`POST ${DECISIONS}`]: ({ body }) => {
        version += 1;
        if ((body as { reason: string }).reason === 'Was very ill.') return { status: 204 };
        throw new TypeError('connection lost');
      },
    },
  });
  fireEvent.contextMenu(await cellIn(ZOE, FIRST));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Set points…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Set the points of zoe/ }));
  const submit = dialog.getByRole('button', { name: 'Set points' });
  const sendOnce = async (count: number) => {
    await waitFor(() => expect(submit).toBeEnabled());
    await userEvent.click(submit);
    await waitFor(() => expect(posted(requests)).toHaveLength(count));
  };
  await userEvent.clear(dialog.getByLabelText('Points'));
  await userEvent.type(dialog.getByLabelText('Points'), '80');
  await userEvent.type(dialog.getByLabelText('Reason'), 'Was ill.');
  await sendOnce(1);
  await sendOnce(2);
  await userEvent.clear(dialog.getByLabelText('Points'));
  await userEvent.type(dialog.getByLabelText('Points'), '90');
  await sendOnce(3);
  await waitFor(() => expect(submit).toBeEnabled());
  await userEvent.clear(dialog.getByLabelText('Reason'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Was very ill.');
  await sendOnce(4);
  expect(await screen.findByText('Points set')).toBeVisible();
  const bodies = posted(requests) as DecideCellsRequest[];
  expect(bodies.map(({ cells }) => cells[0]!.version)).toEqual([0, 1, 2, 3]);
  const ids = bodies.map(({ cells }) => cells[0]!.decisionId);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
});

it('decides about cells that were selected with the keyboard, or with Ctrl and a click', async () => {
  const requests = await openGradebook({
    answers: { [`GET ${DECISIONS}`]: { body: { cells: [] } }, [`POST ${DECISIONS}`]: { status: 204 } },
  });
  (await cellIn(ZOE, FIRST)).focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(await screen.findByText('2 cells selected')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('2 cells selected')).toBeNull());
  fireEvent.click(await cellIn(ZOE, FIRST), { ctrlKey: true });
  fireEvent.click(await cellIn(ZOE, FIRST + 1), { ctrlKey: true });
  expect(await cellIn(ZOE, FIRST)).toHaveAttribute('aria-selected', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Decide…' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Excuse…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Excuse 2 results' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Was ill.');
  await userEvent.click(dialog.getByRole('button', { name: 'Excuse' }));
  expect(await screen.findByText('2 results excused')).toBeVisible();
  expect(posted(requests)).toMatchObject([{ cells: [{ scenarioId: 's1' }, { scenarioId: 's2' }] }]);
});

it('selects with taps in the select mode', async () => {
  await openGradebook();
  await screen.findByRole('grid');
  await userEvent.click(screen.getByRole('button', { name: 'Select cells' }));
  await userEvent.click(await cellIn(ZOE, FIRST));
  expect(await screen.findByText('1 cell selected')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(await cellIn(ZOE, FIRST)).not.toHaveAttribute('aria-selected');
});

it('marks decided cells, and shows the original and the level of the focused one', async () => {
  await openGradebook();
  await screen.findByRole('grid');
  const original = { points: 30, maximum: 90, passed: false };
  const value = gradebookCell({ total: 70, marks: CELL_MARKS.points, original });
  await push('gradebook', [{ key: 'u1:s1', sequence: 99, value }]);
  const decided = await cellIn(ZOE, FIRST);
  await waitFor(() => expect(decided).toHaveTextContent('✎'));
  const note =
    'Points set by staff. Original: 30 / 90 (33% F), not passed. Witnessed: the server saw the attempt begin.';
  expect(decided).toHaveAttribute('title', note);
  fireEvent.focus(decided);
  expect(await screen.findByText(note)).toBeVisible();
});

it('shows the decisions about a cell in the dialog of its attempts, and undoes them', async () => {
  const history = {
    version: 2,
    decisions: [entry(), entry({ decisionId: 'other', kind: 'Comment', undoneAt: '2026-03-01T09:30:00Z' })],
  };
  const requests = await openGradebook({
    answers: {
      [`GET /api/scores/session/${SESSION_ID}/all`]: { body: [] },
      [`GET /api/sessions/${SESSION_ID}/cells/u1/s1/decisions`]: { body: history },
      [`DELETE ${DECISIONS}/${entry().decisionId}`]: { status: 204 },
    },
  });
  await userEvent.click(await cellIn(ZOE, FIRST));
  const section = within(await screen.findByRole('region', { name: 'Decisions' }));
  expect(await section.findAllByRole('listitem')).toHaveLength(2);
  expect(section.getByText(/^Undone on/)).toBeVisible();
  await userEvent.click(section.getByRole('button', { name: 'Undo: Excused' }));
  expect(section.getAllByRole('listitem')[0]).toHaveFocus();
  expect(await screen.findByText('Decision undone')).toBeVisible();
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

it('sends a decision about an attempt again with its id and the newer version, though it has taken effect', async () => {
  let version = 0;
  const requests = await openGradebook({
    answers: {
      [`GET /api/scores/session/${SESSION_ID}/all`]: () => ({ body: [scorecard({ setAside: version > 0 })] }),
      [`GET /api/sessions/${SESSION_ID}/cells/u1/s1/decisions`]: () => ({ body: { version, decisions: [] } }),
    },
  });
  await userEvent.click(await cellIn(ZOE, FIRST));
  await userEvent.click(await screen.findByRole('button', { name: 'Set aside…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set this attempt aside?' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Copied.');
  const puts = () => requests.filter(({ method }) => method === 'PUT');
  version = 1;
  await userEvent.click(dialog.getByRole('button', { name: 'Set aside' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  await waitFor(() => expect(requests.at(-1)?.method).toBe('GET'));
  await push('gradebook', [{ key: 'u1:s1', sequence: 99, value: { kind: 'empty', marks: 0 } }]);
  expect(await screen.findByText('Count this attempt again…')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Set aside' }));
  await waitFor(() => expect(puts()).toHaveLength(2));
  expect(puts()).toMatchObject([0, 1].map((of) => ({ body: { decision: 'SetAside', version: of } })));
  expect(new Set(puts().map(({ path }) => path)).size).toBe(1);
});
