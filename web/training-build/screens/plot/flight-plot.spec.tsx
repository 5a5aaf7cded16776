import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beginFlight, drag, openGame, press, violations } from '../../testing/open-game.js';

const RETREAT = 'Safe Retreat Under a Speed Limit';

async function open(title = RETREAT) {
  const game = openGame();
  await beginFlight('Compete', title);
  await press('2D plot');
  await press('Pause');
  return game;
}

const plot = () => within(screen.getByRole('region', { name: 'Plot' }));
const drawing = () => plot().getByRole('img').getAttribute('aria-label');
const handle = () => screen.getByRole('slider', { name: 'Planned burn' });
const reading = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const field = (name: string) => screen.getByRole('spinbutton', { name });
const plan = () => screen.getByLabelText('Planned burn', { selector: 'output' }).textContent;
const status = () => plot().getByRole('status').textContent;

/** Returns the position of a mark from its transform. */
function placeOf(mark: Element): { clientX: number; clientY: number } {
  const [x, y] = mark.getAttribute('transform')!.match(/-?[\d.]+/g)!;
  return { clientX: Number(x), clientY: Number(y) };
}

const ticks = () => [...document.querySelectorAll('.mark[data-look="tick"]')];

describe('the instruments', () => {
  it('shows the relative velocity as three signed components', async () => {
    await open();
    const components = [...document.querySelectorAll('.component')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(components).toEqual([
      ['Along track', '−110 m', '+0.02 m/s'],
      ['Radial', '−20 m', '+0.03 m/s'],
      ['Cross-track', '0 m', '+0.03 m/s'],
    ]);
  });

  it('shows the closest approach without and with the planned burn', async () => {
    await open('Low Orbit Rendezvous');
    expect(reading('Closest approach')).toMatch(/^2\.0\d km in \d\d:\d\d$/);
    expect(screen.queryByText('With the burn')).not.toBeInTheDocument();
    await userEvent.keyboard('3{ArrowUp}');
    expect(reading('With the burn')).toMatch(/^[\d.]+ km in [\d:]+$/);
    expect(reading('With the burn')).not.toBe(reading('Closest approach'));
  });

  it('labels a slot as a slot', async () => {
    await open('Geostationary Slot Recovery');
    expect(reading('Closest to the slot')).toMatch(/^90\.\d\d km now$/);
  });
});

describe('the plot', () => {
  it('is hidden, shown and hidden again', async () => {
    openGame();
    await beginFlight('Compete', RETREAT);
    expect(screen.queryByRole('region', { name: 'Plot' })).not.toBeInTheDocument();
    await press('2D plot');
    expect(screen.getByRole('button', { name: '2D plot', pressed: true })).toBeVisible();
    expect(await violations()).toEqual([]);
    await press('2D plot');
    expect(screen.queryByRole('region', { name: 'Plot' })).not.toBeInTheDocument();
  });

  it('has a text alternative', async () => {
    await open('Low Orbit Rendezvous');
    expect(drawing()).toMatch(
      /^Plot of the path, along-track to the right, radial up\. Own spacecraft: 12 km behind, 2 km below, 150 m left\. Coasting, closest approach: 2\.00 km in \d\d:\d\d\.$/,
    );
    await press('Forward');
    expect(drawing()).toMatch(/ With the planned burn, closest approach: [\d.]+ k?m in [\d:]+\.$/);
    await press('Cross-track');
    expect(drawing()).toMatch(/cross-track up\./);
    expect(screen.getByRole('button', { name: 'Cross-track', pressed: true })).toBeVisible();
  });

  it('draws paths, goal, limit, target, ticks and closest approach, and the planned path with a plan', async () => {
    await open();
    const looks = () =>
      [...document.querySelectorAll('.stage [data-look]')].map((mark) => mark.getAttribute('data-look'));
    const always = ['limit', 'contact', 'place', 'was', 'coasting', 'tick', 'target', 'own'];
    expect(looks()).toEqual(expect.arrayContaining(always));
    expect(looks()).not.toContain('planned');
    expect(plot().getByText(/^\d+ min$/, { selector: 'text' })).toBeInTheDocument();
    await press('Forward');
    expect(looks().filter((look) => look === 'planned')).toHaveLength(2);
  });

  it('draws the sensor range and the evasion radius around the target', async () => {
    await open('Sunlit Inspection of an Uncooperative Satellite');
    const radius = (look: string) => Number(document.querySelector(`.region[data-look="${look}"]`)!.getAttribute('r'));
    // 2 km and 3 km
    expect(radius('limit') / radius('place')).toBeCloseTo(1.5);
  });

  it('zooms by buttons and wheel, moves by dragging, and is fitted again', async () => {
    await open();
    const bar = () => document.querySelector('.scale-bar + text')!.textContent;
    const target = () => placeOf(document.querySelector('.mark[data-look="target"]')!);
    const fitted = [bar(), target()];
    expect(screen.getByRole('button', { name: 'Fit' })).toBeDisabled();
    await press('Zoom out');
    await press('Zoom out');
    await press('Zoom out');
    expect(bar()).not.toBe(fitted[0]);
    await press('Fit');
    expect([bar(), target()]).toEqual(fitted);
    const stage = document.querySelector('.stage')!;
    fireEvent.wheel(stage, { deltaY: -2_000 });
    expect(bar()).not.toBe(fitted[0]);
    await press('Fit');
    const before = target();
    await drag(stage, 30, -12);
    expect(target()).toEqual({ clientX: before.clientX + 30, clientY: before.clientY - 12 });
  });
});

it('zooms the plot by two fingers', async () => {
  await open();
  const target = document.querySelector('.stage')!;
  const place = () => placeOf(document.querySelector('.mark[data-look="target"]')!);
  const own = () => placeOf(document.querySelector('.mark[data-look="own"]')!);
  const apart = () => Math.hypot(place().clientX - own().clientX, place().clientY - own().clientY);
  const before = apart();
  await userEvent.pointer([
    { keys: '[TouchA>]', target, coords: { clientX: 150, clientY: 150 } },
    { keys: '[TouchB>]', target, coords: { clientX: 190, clientY: 150 } },
    { pointerName: 'TouchB', target, coords: { clientX: 230, clientY: 150 } },
    { keys: '[/TouchA][/TouchB]', target },
  ]);
  expect(apart() / before).toBeCloseTo(2, 1);
});

describe('a burn', () => {
  it('is planned by dragging the handle in both planes', async () => {
    await open();
    await drag(handle(), 20, -10);
    expect(plan()).toBe('0.22 m/s (along +0.20, radial +0.10, cross +0.00)');
    await press('Cross-track');
    await drag(handle(), -10, 20);
    expect(plan()).toBe('0.24 m/s (along +0.10, radial +0.10, cross −0.20)');
    expect(handle()).toHaveAttribute('aria-valuetext', 'along track +0.10, cross-track −0.20 m/s');
    await press('0.01');
    await drag(handle(), 10, 0);
    expect(field('Along')).toHaveValue(0.11);
  });

  it('does not change after the handle is released', async () => {
    await open();
    await drag(handle(), 20, 0);
    await userEvent.pointer({ target: document.body, coords: { clientX: 300, clientY: 300 } });
    expect(field('Along')).toHaveValue(0.2);
  });

  it('is planned by arrow keys on the handle, in its plane', async () => {
    await open();
    await press('Cross-track');
    act(() => handle().focus());
    await userEvent.keyboard('{ArrowUp}{ArrowRight}{Shift>}{ArrowDown}{/Shift}');
    expect(plan()).toBe('0.91 m/s (along +0.10, radial +0.00, cross −0.90)');
  });

  it('is fired by Enter after the handle was dragged', async () => {
    await open();
    await drag(handle(), 20, 0);
    expect(plan()).not.toBe('No burn planned');
    await userEvent.keyboard('{Enter}');
    expect(plan()).toBe('No burn planned');
    expect(screen.getByRole('button', { name: 'Clear' })).toBeDisabled();
  });

  it('is entered in number fields, which agree with the other controls', async () => {
    await open();
    for (const [name, value] of [
      ['Along', '-0.12'],
      ['Radial', '0.3'],
      ['Cross', '1.005'],
    ] as const) {
      await userEvent.clear(field(name));
      await userEvent.type(field(name), value);
    }
    expect(plan()).toBe('1.05 m/s (along −0.12, radial +0.30, cross +1.00)');
    // typed characters do not act as keys of the flight
    expect(screen.getByRole('button', { name: '0.1', pressed: true })).toBeVisible();
    await userEvent.keyboard('{Enter}{ArrowLeft}');
    expect(field('Along')).toHaveValue(-0.22);
    await press('Clear');
    expect([field('Along'), field('Radial'), field('Cross')].map((input) => (input as HTMLInputElement).value)).toEqual(
      ['0', '0', '0'],
    );
  });
});

describe('the warp', () => {
  it('runs to a tick, pauses there and reports it', async () => {
    const { draw } = await open();
    expect(screen.getByRole('button', { name: 'Warp to here' })).toBeDisabled();
    expect(status()).toBe('Select a position on the dashed path to warp to it.');
    await press('Later tick');
    const [, time] = /^Selected: time (\d+:\d\d),$/.exec(status() ?? '')!;
    await press('Warp to here');
    expect(status()).toBe(`Warping to ${time}.`);
    draw(30);
    expect(status()).toBe('Time is paused at the selected position.');
    expect(reading('Time')).toBe(`${time} / 4:00:00`);
    expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible();
  });

  it('runs to the closest approach', async () => {
    const { draw } = await open('Low Orbit Rendezvous');
    await press('Closest approach');
    await press('Warp to here');
    draw(30);
    expect(status()).toBe('Time is paused at the selected position.');
    expect(reading('Closest approach')).toMatch(/^2\.0\d km (now|in 0:0[0-2])$/);
  });

  it('works by keys alone, and can be cancelled', async () => {
    const { draw } = await open('Low Orbit Rendezvous');
    await userEvent.keyboard('llj');
    const first = status();
    await userEvent.keyboard('l');
    expect(status()).not.toBe(first);
    await userEvent.keyboard('c');
    expect(status()).toMatch(/^Selected: time 5\d:\d\d,$/);
    await userEvent.keyboard('t');
    draw(3);
    await userEvent.keyboard('t');
    const before = reading('Time');
    draw(20);
    expect(reading('Time')).toBe(before);
    expect(status()).toMatch(/^Selected: time 5\d:\d\d,$/);
  });

  it('runs to a clicked position on the path', async () => {
    await open();
    const stage = document.querySelector('.stage')!;
    await userEvent.pointer({ keys: '[MouseLeft]', target: stage, coords: placeOf(ticks().at(-2)!) });
    expect(status()).toMatch(/^Selected: time \d/);
    expect(document.querySelector('.mark[data-look="selected"]')).toBeInTheDocument();
    await userEvent.pointer({ keys: '[MouseLeft]', target: stage, coords: { clientX: 2, clientY: 2 } });
    expect(document.querySelector('.mark[data-look="selected"]')).not.toBeInTheDocument();
  });

  it('is not started while help is open', async () => {
    await open();
    await userEvent.keyboard('h');
    await userEvent.keyboard('l');
    expect(status()).toBe('Select a position on the dashed path to warp to it.');
  });

  it('ends paused when help is opened', async () => {
    const { draw } = await open();
    await press('Later tick');
    await press('Warp to here');
    draw(3);
    await userEvent.keyboard('h');
    await press('Back to the flight');
    const before = reading('Time');
    draw(20);
    expect(reading('Time')).toBe(before);
    expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible();
  });
});
