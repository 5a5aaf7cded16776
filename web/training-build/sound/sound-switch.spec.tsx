import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeAudio } from '../testing/fake-audio.js';
import { beginFlight, openGame, press, violations } from '../testing/open-game.js';

const toggle = (pressed: boolean) => screen.findByRole('button', { name: 'Sound', pressed });

afterEach(() => {
  localStorage.clear();
  delete (window as { AudioContext?: unknown }).AudioContext;
});

it('switches sound in the menu, by button and by key, and is accessible', async () => {
  fakeAudio();
  openGame();
  await userEvent.click(await toggle(false));
  expect(await toggle(true)).toHaveAttribute('title', 'Sound is on (M)');
  await userEvent.keyboard('m');
  expect(await toggle(false)).toBeVisible();
  await screen.findByRole('heading', { name: 'Orbital Foundations' });
  expect(await violations()).toEqual([]);
});

it('ignores the key in text fields and on the page around the game', async () => {
  fakeAudio();
  openGame();
  await toggle(false);
  const field = document.body.appendChild(document.createElement('input'));
  await userEvent.type(field, 'm');
  document.querySelector('.rr-game')!.append(field);
  await userEvent.type(field, 'm');
  await userEvent.keyboard('{Control>}m{/Control}');
  field.remove();
  expect(await toggle(false)).toBeVisible();
});

it('keeps the setting in the flight, which shows and sounds a burn and ticks on buttons', async () => {
  const { played } = fakeAudio();
  const { shown } = openGame();
  await userEvent.click(await toggle(false));
  await beginFlight('Compete', 'Inspection Fly-around');
  expect(await toggle(true)).toBeVisible();
  expect(played.every(({ kind }) => kind === 'tone')).toBe(true);
  expect(played.length).toBeGreaterThan(1);
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(shown).toContain('burn 0 0.1 0');
  expect(played.filter(({ kind }) => kind === 'noise')).toHaveLength(1);
});

it('lists the key in the help', async () => {
  openGame();
  await beginFlight('Compete', 'Inspection Fly-around');
  await press('Help');
  expect(screen.getByRole('rowheader', { name: 'M' })).toBeVisible();
});

it('is disabled where the browser has no sound, and shows why', async () => {
  openGame();
  expect(await toggle(false)).toBeDisabled();
  expect(await toggle(false)).toHaveAttribute('title', 'This browser cannot play sounds.');
});
