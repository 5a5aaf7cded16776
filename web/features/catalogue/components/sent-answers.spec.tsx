import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAdmin } from '../../../testing/admin-fixture.js';
import { CLIENT_CONFIG, problem } from '../../../testing/fake-server.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const PATH = `/api/courses/${CLIENT_CONFIG.catalogueId}/answers`;

async function open(responses: { isAway: boolean } = { isAway: false }) {
  const kept = { sent: false };
  const answer = () => (responses.isAway ? problem(503, 'Later') : { body: { ...kept } });
  const seen = await openAdmin('/admin/system', 'SystemAdmin', {
    [`GET ${PATH}`]: answer,
    [`PUT ${PATH}`]: ({ body }) => {
      if (!responses.isAway) Object.assign(kept, body);
      return answer();
    },
  });
  const section = within(await screen.findByRole('region', { name: 'QUIZ ANSWERS' }));
  return { section, changes: () => seen.filter(({ method }) => method === 'PUT').map(({ body }) => body) };
}

it('sends correct answers to players on request, and withholds them again', async () => {
  const { section, changes } = await open();
  await userEvent.click(await section.findByRole('switch', { name: /^Answers withheld from players/ }));
  expect(await section.findByRole('switch', { name: /^Answers sent to players/ })).toBeChecked();
  expect(screen.getByText('Correct answers are sent to players.')).toBeVisible();
  await userEvent.click(section.getByRole('switch'));
  expect(await section.findByRole('switch', { name: /^Answers withheld from players/ })).not.toBeChecked();
  expect(changes()).toEqual([{ sent: true }, { sent: false }]);
});

it('keeps the setting and reports it when a change fails', async () => {
  const responses = { isAway: false };
  const { section } = await open(responses);
  const toggle = await section.findByRole('switch', { name: /^Answers withheld/ });
  responses.isAway = true;
  await userEvent.click(toggle);
  expect(await screen.findByText('The setting could not be changed. Try again.')).toBeVisible();
  await waitFor(() => expect(section.getByRole('switch', { name: /^Answers withheld/ })).toBeEnabled());
});
