import type { Recording } from '../../api/contracts/recording.contract.js';
import { startFakeServer } from './fake-server.js';
import { SESSION_ID } from './gradebook-fixture.js';
import { calmBrowser } from './leaderboard-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from './open-app.js';

/** Opens a page of the debrief of a class as its instructor. Returns the requests. `answers` are those of further routes. */
export async function openDebriefPage(
  recording: Recording,
  path: string,
  answers: Parameters<typeof startFakeServer>[0] = {},
) {
  freshBrowser();
  signedInAs('mara');
  calmBrowser();
  // jsdom has no layout.
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  const seen = await startFakeServer({
    ...answersFor('Instructor', 'mara'),
    [`GET /api/sessions/${SESSION_ID}`]: { body: { id: SESSION_ID, name: 'Class 1', groupId: 'g1' } },
    [`GET /api/sessions/${SESSION_ID}/recording`]: { body: recording },
    [`GET /api/sessions/${SESSION_ID}/debrief`]: { body: { releasedAt: null } },
    [`GET /api/groups/${recording.session.groupId}/sessions`]: { body: [] },
    ...answers,
  });
  openApp(path);
  return seen;
}

/** The address of the debrief of a class in its gradebook. */
export const debriefPath = (search: string): string => `/instructor/gradebook/${SESSION_ID}?view=debrief${search}`;
