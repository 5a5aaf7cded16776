import { screen, within } from '@testing-library/react';
import { problem, startFakeServer } from '../../../testing/fake-server.js';
import { SESSION_ID } from '../../../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';
import { ownDebriefOf } from '../../../testing/own-debrief-fixture.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

type Answer = Parameters<typeof startFakeServer>[0][string];

async function open(answer: Answer) {
  freshBrowser();
  signedInAs('mara');
  await startFakeServer({ ...answersFor('User', 'mara'), [`GET /api/users/me/debrief/${SESSION_ID}`]: answer });
  openApp(`/results/${SESSION_ID}`);
  await screen.findByRole('heading', { name: 'My debrief' });
}
const section = (name: string) => screen.findByRole('region', { name });

it('says how the class went in words: progress, presence, and each step', async () => {
  await open({ body: ownDebriefOf() });
  expect(await screen.findByText('Operations 101 - Class 3 · Operations 101')).toBeVisible();
  expect(await section('Completed scenarios')).toHaveTextContent(
    'You completed 2 scenarios. The median of the class is 2.',
  );
  expect(await section('Your time in the class')).toHaveTextContent(
    '34 minutes online, 25 minutes idle and 0 minutes offline.',
  );
  const steps = within(await section('What happened')).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent.replace(/^.*\+/, '+'))).toEqual([
    '+1 minYou came online.',
    '+1 minYou opened Safe Retreat.',
    expect.stringMatching(/^\+10 minResult in Safe Retreat: A 92%.*Set aside.*: Flown by a colleague\.See the flight$/),
    '+20 minYou asked for help.',
    '+22 minYour instructor was on the way.',
    '+25 minYou opened Foundations Check.',
    '+25 minYour request was resolved.',
    '+30 minResult in Foundations Check: F 25%',
    '+35 minYou were idle.',
    expect.stringMatching(/^\+50 minResult in Safe Retreat: A 92%Best attemptSee the flight$/),
  ]);
});

it('opens a flight in the play area, in a document of its own', async () => {
  await open({ body: ownDebriefOf() });
  const [first] = await screen.findAllByRole('link', { name: /^See the flight of Safe Retreat at/ });
  expect(first).toHaveAttribute('href', `/play?replay-class=${SESSION_ID}&replay-flights=a1`);
});

it('says that presence and median are missing', async () => {
  await open({ body: ownDebriefOf({ presenceSince: null, states: [], median: null }) });
  expect(await section('Your time in the class')).toHaveTextContent('Your presence was not recorded');
  expect(await section('Completed scenarios')).toHaveTextContent('The median is shown after the end of a class');
});

it('says that the debrief is not released', async () => {
  await open(problem(404, 'The debrief was not found.'));
  expect(await screen.findByText('This debrief is not available')).toBeVisible();
  expect(screen.getByRole('link', { name: 'My results' })).toHaveAttribute('href', '/results');
});

it('can be loaded again after a failure', async () => {
  await open(problem(500, 'Broken.'));
  expect(await screen.findByRole('button', { name: /again/i })).toBeVisible();
});
