import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeAnswer } from '../../testing/fake-server.js';
import { problem } from '../../testing/fake-server.js';
import { NEW_SANDBOX } from '../play/sandbox.js';
import { drag, FIRST_CLASS, openGame, press, violations } from '../testing/open-game.js';

const LIST = 'GET /api/sandboxes';
const entry = (title: string, version = 1) => ({
  id: `id-${title}`,
  title,
  lastModified: '2026-11-20T10:00:00Z',
  version,
});
type Answers = Parameters<typeof openGame>[0];

async function open(answers: Answers = {}) {
  const game = openGame({ [LIST]: { body: [] }, ...answers });
  await userEvent.click(await screen.findByRole('tab', { name: 'Sandbox' }));
  return game;
}

const field = (name: string) => screen.getAllByLabelText(name)[0]!;
async function type(name: string, text: string): Promise<void> {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
}

describe('sandboxes in the game', () => {
  it('shows what to do if there are none', async () => {
    await open();
    expect(
      await screen.findByText('No sandboxes yet. Create one, fly it, and save the state you reach.'),
    ).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('creates one, saves it, and saves it again with its version', async () => {
    const { seen } = await open({
      'POST /api/sandboxes': { body: entry('Ellipse') },
      'PUT /api/sandboxes/id-Ellipse': { body: entry('Ellipse', 2) },
    });
    await press('New sandbox');
    await type('Title', 'Ellipse');
    await type('Radial', '-40');
    await userEvent.selectOptions(screen.getByLabelText('Orbit of the target'), 'Geostationary orbit');
    await type('Fuel, m/s', '12');
    expect(await violations()).toEqual([]);
    await press('Save');
    expect(await screen.findByText('Saved.')).toBeVisible();
    await press('Save');
    await screen.findByText('Saved.');
    const data = {
      ...NEW_SANDBOX.data,
      orbit: 'geostationary',
      tank: 12,
      start: { position: [-40, -1_000, 0], velocity: [0, 0, 0] },
    };
    const sent = seen.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body]);
    expect(sent).toEqual([
      ['POST', { title: 'Ellipse', data }],
      ['PUT', { title: 'Ellipse', data, version: 1 }],
    ]);
  });

  it('requires a title, and shows why saving failed', async () => {
    await open({ 'POST /api/sandboxes': problem(409, 'Another user saved it meanwhile.') });
    await press('New sandbox');
    await userEvent.clear(screen.getByLabelText('Title'));
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await type('Title', 'A');
    await press('Save');
    expect(await screen.findByText('Another user saved it meanwhile.')).toBeVisible();
  });

  it('asks before unsaved changes are lost, and only then', async () => {
    await open({ 'POST /api/sandboxes': { body: entry('Ellipse') } });
    await press('New sandbox');
    await press('Menu');
    await press('New sandbox');
    await type('Title', 'Ellipse');
    await press('Menu');
    expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    expect(await violations()).toEqual([]);
    await press('Stay here');
    expect(screen.getByLabelText('Title')).toHaveValue('Ellipse');
    await press('Save');
    await screen.findByText('Saved.');
    await press('Menu');
    await press('New sandbox');
    await type('Fuel, m/s', '12');
    await press('Menu');
    await press('Leave without saving');
    expect(await screen.findByRole('button', { name: 'New sandbox' })).toBeVisible();
  });

  it('opens one, flies it without an end, and continues editing from the final state of the flight', async () => {
    const { draw } = await open({
      [LIST]: { body: [entry('Drift')] },
      'GET /api/sandboxes/id-Drift/json?open=true': {
        body: { version: 4, data: { ...NEW_SANDBOX.data, start: { position: [100, 0, 0], velocity: [0, 0, 0] } } },
      },
    });
    await press(/^Drift/);
    expect(await screen.findByLabelText('Title')).toHaveValue('Drift');
    expect(field('Radial')).toHaveValue(100);
    await press('Fly');
    expect(screen.getByText('No goal: fly as you like.')).toBeVisible();
    await userEvent.keyboard('...');
    draw(20);
    await press('Leave');
    await press('Start where the last flight ended');
    expect(field('Radial')).not.toHaveValue(100);
    expect(Number.isInteger((field('Radial') as HTMLInputElement).valueAsNumber)).toBe(true);
  });

  it('deletes one only after a confirmation', async () => {
    let list: FakeAnswer = { body: [entry('Old'), entry('Other')] };
    const { seen } = await open({
      [LIST]: () => list,
      'DELETE /api/sandboxes/id-Old': () => {
        list = { body: [entry('Other')] };
        return { status: 204 };
      },
    });
    await press('Delete Old');
    await press('Keep');
    await press('Delete Old');
    await press('Delete permanently');
    expect(await screen.findByRole('button', { name: 'Delete Other' })).toBeVisible();
    await screen.findByRole('tabpanel');
    expect(within(screen.getByRole('tabpanel')).queryByText(/^Old/)).not.toBeInTheDocument();
    expect(seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('reports that they could not be loaded', async () => {
    await open({ [LIST]: problem(503, 'The platform is starting.') });
    expect(await screen.findByRole('alert')).toHaveTextContent('The platform is starting.');
  });

  it('starts from a preset, and shows what it teaches until the data change', async () => {
    await open();
    await press('New sandbox');
    await userEvent.selectOptions(screen.getByLabelText('Preset'), 'Football ellipse');
    expect([field('Radial'), field('Along track')]).toEqual([
      expect.objectContaining({ value: '-200' }),
      expect.objectContaining({ value: '0' }),
    ]);
    expect(screen.getByLabelText('Title')).toHaveValue('Football ellipse');
    expect(
      screen.getByText(
        'Football ellipse: an ellipse twice as long as high circles the target once per orbit, without fuel.',
      ),
    ).toBeVisible();
    await type('Fuel, m/s', '12');
    expect(screen.getByText('Your own start state.')).toBeVisible();
    await type('Title', 'Mine');
    await userEvent.selectOptions(screen.getByLabelText('Preset'), 'Geostationary drift');
    expect(screen.getByLabelText('Title')).toHaveValue('Mine');
    expect(screen.getByLabelText('Orbit of the target')).toHaveValue('geostationary');
    expect(await violations()).toEqual([]);
  });
});

it('continues a sandbox flight while the class changes', async () => {
  const { draw, sendClass } = await open();
  await press('New sandbox');
  await press('Fly');
  await userEvent.keyboard('...');
  draw(20);
  const time = () => screen.getByText('Time', { selector: 'dt' }).nextElementSibling!.textContent;
  const before = time();
  sendClass(FIRST_CLASS);
  draw(1);
  expect(before).not.toMatch(/^0:0/);
  expect(time()).not.toMatch(/^0:0/);
});

it('keeps changes made during a save, and saves them under the same id', async () => {
  let answer = (): void => {};
  const { seen } = await open({
    'POST /api/sandboxes': async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { body: entry('Ellipse') };
    },
    'PUT /api/sandboxes/id-Ellipse': { body: entry('Ellipse', 2) },
  });
  await press('New sandbox');
  await press('Save');
  await type('Fuel, m/s', '12');
  await act(async () => answer());
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(field('Fuel, m/s')).toHaveValue(12);
  await press('Save');
  await screen.findByText('Saved.');
  expect(seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toMatchObject([
    { version: 1, data: { tank: 12 } },
  ]);
});

describe('the start state of a sandbox', () => {
  const handle = (part: string) => screen.getByRole('slider', { name: `Start ${part}` });
  const fields = (name: string) => screen.getAllByLabelText<HTMLInputElement>(name).map(({ value }) => Number(value));

  async function edit() {
    await open();
    await press('New sandbox');
  }

  it('is dragged in both planes, and agrees with the fields and the path', async () => {
    await edit();
    const path = () => document.querySelector('.path[data-look="coasting"]')!.getAttribute('d');
    const before = path();
    await drag(handle('position'), 20, -10);
    expect(fields('Along track')[0]).toBeGreaterThan(-1_000);
    expect(fields('Radial')[0]).toBeGreaterThan(0);
    expect(path()).not.toBe(before);
    await drag(handle('velocity'), -30, 15);
    expect(fields('Along track')[1]).toBeLessThan(0);
    expect(fields('Radial')[1]).toBeLessThan(0);
    await press('Cross-track');
    await drag(handle('velocity'), 0, -30);
    expect(fields('Cross-track')).toEqual([0, expect.any(Number)]);
    expect(fields('Cross-track')[1]).toBeGreaterThan(0);
  });

  it('is moved by arrow keys on the selected handle', async () => {
    await edit();
    act(() => handle('position').focus());
    await userEvent.keyboard('{ArrowRight}');
    const [along] = fields('Along track');
    expect(along).toBeGreaterThan(-1_000);
    await userEvent.keyboard('{ArrowLeft}{ArrowUp}');
    expect(fields('Along track')[0]).toBeLessThan(along!);
    expect(fields('Radial')[0]).toBeGreaterThan(0);
    act(() => handle('velocity').focus());
    expect(screen.getByRole('button', { name: 'Velocity', pressed: true })).toBeVisible();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(fields('Radial')[1]).toBeLessThan(0);
    expect(handle('velocity')).toHaveAttribute('aria-valuetext', expect.stringMatching(/radial −[\d.]+ m\/s$/));
  });

  it('shows the selected handle on top', async () => {
    await edit();
    expect(handle('position')).toHaveStyle({ zIndex: 1 });
    await press('Velocity');
    expect(handle('velocity')).toHaveStyle({ zIndex: 1 });
    expect(handle('position')).toHaveStyle({ zIndex: 0 });
  });

  it('has a text alternative with the path of the first revolution', async () => {
    await edit();
    expect(
      screen.getByRole('img', { name: /^Plot of the first orbit, .* Start: 1 km behind\. Closest approach: / }),
    ).toBeVisible();
  });
});
