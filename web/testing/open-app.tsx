import { render } from '@testing-library/react';
import type { Role } from '../../api/contracts/sign-in.contract.js';
import { App } from '../app/app.js';
import { storedSignIn } from '../shared/session/stored-sign-in.js';

export const USER_ID = '0198c0de-0000-7000-8000-0000000000aa';

/** Stores a session, as a sign-in does. */
export function signedInAs(username: string): void {
  storedSignIn.signedIn({ id: USER_ID, refreshToken: 'refresh-handle', canPlay: true }, username);
  storedSignIn.keepAuthToken('auth-handle');
}

/** The responses that every page of a signed-in user needs. */
export const answersFor = (role: Role, username: string) => ({
  'GET /api/auth/session/roles': { body: [role] },
  [`GET /api/users/${USER_ID}`]: {
    body: {
      id: USER_ID,
      username,
      email: 'mara@ready-room.example',
      firstName: 'Mara',
      lastName: 'Keller',
      rankTitle: '',
      roles: [role],
      organizationId: null,
      organizationName: null,
      enabled: true,
      lastActive: null,
      lastJoinedSessionID: null,
      lastJoinedGroupName: null,
      lastGroupSelectionId: null,
      resetPasswordPending: false,
    },
  },
  'GET /api/groups/listings': { body: [], headers: { 'x-live-sequence': '5', 'x-live-generation': '1' } },
});

/** Renders the whole application at a path. */
export function openApp(path: string): void {
  window.history.pushState({}, '', path);
  render(<App />);
}

/** Clears the browser storage. */
export function freshBrowser(): void {
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = 'username=; Max-Age=0; Path=/';
  document.cookie = 'userId=; Max-Age=0; Path=/';
}
