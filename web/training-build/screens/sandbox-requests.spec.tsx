import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problem } from '../../testing/fake-server.js';
import { NEW_SANDBOX } from '../play/sandbox.js';
import { openGame, press } from '../testing/open-game.js';

const DRIFT = { id: 'id-Drift', title: 'Drift', lastModified: '2026-11-20T10:00:00Z', version: 1 };
const FILE = 'GET /api/sandboxes/id-Drift/json?open=true';
const CREATE = 'POST /api/sandboxes';
const file = { body: { version: 1, data: NEW_SANDBOX.data } };
const button = (name: string) => screen.getByRole('button', { name });

async function open(answers: Parameters<typeof openGame>[0]) {
  const game = openGame({ 'GET /api/sandboxes': { body: [DRIFT] }, ...answers });
  await userEvent.click(await screen.findByRole('tab', { name: 'Sandbox' }));
  return game;
}

/** Returns a value that arrives when the test calls `arrive`. */
function late<Value>(value: Value) {
  let resolve: (value: Value) => void;
  const promise = new Promise<Value>((found) => (resolve = found));
  return { promise, arrive: () => act(async () => resolve(value)) };
}

describe('opening a sandbox', () => {
  afterEach(() => void window.dispatchEvent(new Event('online')));

  it('does not replace a quiz that was started before the answer', async () => {
    const answer = late(file);
    await open({ [FILE]: () => answer.promise });
    await press(/^Drift/);
    await userEvent.click(screen.getByRole('tab', { name: 'Learn' }));
    await press(/^Orbital Foundations Check/);
    await screen.findByText(/^Question 1 of/);
    await answer.arrive();
    expect(screen.getByText(/^Question 1 of/)).toBeVisible();
  });

  it('shows why it failed, and retries', async () => {
    let isDown = true;
    await open({ [FILE]: () => (isDown ? problem(503, 'The platform is starting.') : file) });
    await press(/^Drift/);
    expect(await screen.findByRole('alert')).toHaveTextContent('The platform is starting.');
    isDown = false;
    await press('Retry');
    expect(await screen.findByLabelText('Title')).toHaveValue('Drift');
  });

  it('shows immediately that it failed while the browser is offline', async () => {
    await open({});
    act(() => void window.dispatchEvent(new Event('offline')));
    await press(/^Drift/);
    expect(await screen.findByRole('alert')).toHaveTextContent('connection refused');
  });
});

describe('deleting a sandbox', () => {
  afterEach(() => void window.dispatchEvent(new Event('online')));

  it('fails immediately while the browser is offline, and is not sent later', async () => {
    const { seen } = await open({
      'DELETE /api/sandboxes/id-Drift': () => Promise.reject(new TypeError('No network')),
    });
    act(() => void window.dispatchEvent(new Event('offline')));
    await press('Delete Drift');
    await press('Delete permanently');
    expect(await screen.findByRole('alert')).toHaveTextContent('No network');
    await press('Keep');
    const before = seen.filter(({ method }) => method === 'DELETE').length;
    act(() => void window.dispatchEvent(new Event('online')));
    await screen.findByRole('button', { name: 'Delete Drift' });
    expect(seen.filter(({ method }) => method === 'DELETE')).toHaveLength(before);
  });

  it('repeats a failed deletion on request', async () => {
    let isDown = true;
    const answer = () => (isDown ? problem(503, 'The platform is starting.') : { status: 204 });
    const { seen } = await open({ 'DELETE /api/sandboxes/id-Drift': answer });
    await press('Delete Drift');
    await press('Delete permanently');
    await screen.findByText('The platform is starting.');
    isDown = false;
    await press('Retry');
    await waitFor(() => expect(screen.queryByText('The platform is starting.')).toBeNull());
    expect(seen.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
  });
});

describe('saving a sandbox', () => {
  const lost = () => Promise.reject(new TypeError('No connection.'));
  const keysOf = (seen: ReturnType<typeof openGame>['seen']) =>
    seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);

  it('repeats a save without an answer under its key, even after a flight, and another content under another key', async () => {
    const { seen, draw } = await open({ [CREATE]: lost });
    await press('New sandbox');
    await press('Save');
    await screen.findByText('No connection.');
    await press('Save');
    await screen.findByText('No connection.');
    await press('Fly');
    draw();
    await press('Leave');
    await press('Save');
    await screen.findByText('No connection.');
    await userEvent.type(screen.getByLabelText('Title'), ' 2');
    await press('Save');
    await screen.findByText('No connection.');
    const [first, second, third, other] = keysOf(seen);
    expect(first).toMatch(/^[\x21-\x7e]{1,255}$/);
    expect([second, third]).toEqual([first, first]);
    expect(other).not.toBe(first);
  });

  it('keeps the key of a save without an answer when its repeat is refused', async () => {
    const answers = [lost, () => problem(401, 'Sign in again.'), () => ({ body: DRIFT })];
    const { seen } = await open({ [CREATE]: () => answers.shift()!() });
    await press('New sandbox');
    for (const text of ['No connection.', 'Sign in again.', 'Saved.']) {
      await press('Save');
      await screen.findByText(text);
    }
    expect(new Set(keysOf(seen)).size).toBe(1);
    expect(answers).toEqual([]);
  });

  it('sends a key with the save of a known sandbox', async () => {
    const { seen } = await open({ [FILE]: file, 'PUT /api/sandboxes/id-Drift': { body: { ...DRIFT, version: 2 } } });
    await press(/^Drift/);
    await press('Save');
    await screen.findByText('Saved.');
    expect(seen.find(({ method }) => method === 'PUT')!.headers['idempotency-key']).toBeDefined();
  });

  it('offers to save as a new sandbox when a newer version was saved elsewhere', async () => {
    const copy = { ...DRIFT, id: 'id-copy', version: 1 };
    const { seen } = await open({
      [FILE]: file,
      'PUT /api/sandboxes/id-Drift': problem(409, 'The sandbox was saved elsewhere.'),
      [CREATE]: { body: copy },
      'PUT /api/sandboxes/id-copy': { body: { ...copy, version: 2 } },
    });
    await press(/^Drift/);
    await press('Save');
    await screen.findByText('The sandbox was saved elsewhere.');
    await press('Save as a new sandbox');
    await screen.findByText('Saved.');
    expect(screen.queryByRole('button', { name: 'Save as a new sandbox' })).toBeNull();
    await press('Save');
    await waitFor(() => expect(seen.at(-1)).toMatchObject({ method: 'PUT', path: '/api/sandboxes/id-copy' }));
  });

  it('disables Menu and Fly until the answer', async () => {
    const answer = late({ body: DRIFT });
    await open({ [CREATE]: () => answer.promise });
    await press('New sandbox');
    await press('Save');
    for (const name of ['Menu', 'Fly']) expect(button(name)).toBeDisabled();
    await answer.arrive();
    for (const name of ['Menu', 'Fly']) expect(button(name)).toBeEnabled();
  });
});
