import { render } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import { loadClientConfig } from '../config/client-config.js';
import { AboutButton } from './about-dialog.js';

it('shows the specified version and date, and the build that serves the page', async () => {
  fakeServer({});
  await loadClientConfig();
  render(<AboutButton />);
  const facts = [...document.querySelectorAll('dt')].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ]);
  expect(facts.slice(0, 3)).toEqual([
    ['Game and web app version', '2.2.3'],
    ['Date', '9/5/2025'],
    ['Build', '2.2.3+1a2b3c4d5e6f, 2026-11-23'],
  ]);
});
