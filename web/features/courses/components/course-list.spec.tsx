import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problem, startFakeServer } from '../../../testing/fake-server.js';
import { gradebookOf, SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const course = (activeSessionId: string | null, lastActiveSessionId: string | null = null) => ({
  id: 'g1',
  name: 'Operations 101',
  password: null,
  ownerId: 'o',
  ownerOrganizationId: null,
  caption: 'Spring term',
  memberIds: [],
  activeSessionId,
  lastActiveSessionId,
  scheduledSessionId: null,
});
const { session } = gradebookOf({});

async function open(more: object) {
  freshBrowser();
  signedInAs('mara.keller');
  const seen = await startFakeServer({ ...answersFor('Instructor', 'mara.keller'), ...more });
  openApp('/instructor/courses');
  return seen;
}

describe('course list', () => {
  it('says when there is none', async () => {
    await open({ 'GET /api/groups': { body: [] } });
    expect(await screen.findByText('No Courses Found')).toBeVisible();
  });

  it('starts a class of an inactive course', async () => {
    let started = false;
    const seen = await open({
      'GET /api/groups': () => ({ body: [course(started ? SESSION_ID : null)] }),
      [`GET /api/sessions/${SESSION_ID}`]: { body: session },
      'PUT /api/groups/g1/activesession': () => {
        started = true;
        return { body: session, headers: { 'x-log-position': '9' } };
      },
    });
    const row = await screen.findByRole('row', { name: /Operations 101/ });
    expect(row).toHaveTextContent('Inactive');
    expect(row).toHaveTextContent('NO CODE');
    await userEvent.click(within(row).getByRole('button', { name: /Start Now/ }));
    expect(await within(row).findByText('Active')).toBeVisible();
    expect(row).toHaveTextContent(/Started on/);
    expect(within(row).getByRole('link')).toHaveAttribute('href', `/instructor/gradebook/${SESSION_ID}`);
    expect(seen.at(-1)?.headers).toMatchObject({ 'x-read-after': '9' });
  });

  it('ends a class only after the confirmation', async () => {
    let ended = false;
    const seen = await open({
      'GET /api/groups': () => ({ body: [ended ? course(null, SESSION_ID) : course(SESSION_ID)] }),
      [`GET /api/sessions/${SESSION_ID}`]: () => ({
        body: { ...session, endDate: ended ? '2026-03-01T12:00:00Z' : null },
      }),
      'DELETE /api/groups/g1/activesession': () => {
        ended = true;
        return { body: session };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /End class/ }));
    const dialog = screen.getByRole('dialog', { name: 'End Term' });
    expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'End class' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByText('Ended')).toBeVisible();
    expect(screen.getByText(/^Ended on/)).toBeVisible();
    expect(seen.find(({ method }) => method === 'DELETE')?.path).toBe('/api/groups/g1/activesession');
  });

  it('says why a class could not be started', async () => {
    await open({
      'GET /api/groups': { body: [course(null)] },
      'PUT /api/groups/g1/activesession': problem(409, 'A class is already active.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: /Start Now/ }));
    expect(await screen.findByText('Failed to start session: A class is already active.')).toBeVisible();
  });
});
