import type { SignInResponse } from '../../../api/contracts/sign-in.contract.js';

const KEYS = {
  refreshToken: 'refresh-token',
  authToken: 'x-auth-token',
  userId: 'userId',
  canPlay: 'canPlay',
} as const;
const LOGIN_ERROR = 'loginError';
/** The longest time that a session lasts. A browser that was closed is still signed in when it is opened again. */
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

/** A session change in another tab of this browser: a sign-out, a sign-in as another person, or a renewal of this person's session. */
export type SignInChange = 'signed-out' | 'other-person' | 'renewed';

/**
 * Sign-in data that the browser stores. Both tokens are handles; the secrets are in HttpOnly cookies
 * (docs/rules.md#what-a-browser-remembers).
 */
export const storedSignIn = {
  refreshToken: () => localStorage.getItem(KEYS.refreshToken),
  authToken: () => localStorage.getItem(KEYS.authToken),
  userId: () => localStorage.getItem(KEYS.userId),
  canPlay: () => localStorage.getItem(KEYS.canPlay) === 'true',

  /** Returns whether a person who is allowed to play is signed in. */
  isUsable: () => storedSignIn.refreshToken() !== null && storedSignIn.userId() !== null && storedSignIn.canPlay(),

  /** Stores a sign-in. The refresh token is written last, because other tabs interpret it as a renewal unless the user has changed. */
  signedIn({ id, refreshToken, canPlay }: SignInResponse, username: string): void {
    localStorage.setItem(KEYS.userId, id);
    localStorage.setItem(KEYS.canPlay, String(canPlay));
    localStorage.setItem(KEYS.refreshToken, refreshToken);
    setCookie('username', username);
    setCookie('userId', id);
  },

  renewed(refreshToken: string): void {
    localStorage.setItem(KEYS.refreshToken, refreshToken);
  },

  keepAuthToken(token: string): void {
    localStorage.setItem(KEYS.authToken, token);
  },

  signedOut(): void {
    for (const key of Object.values(KEYS)) localStorage.removeItem(key);
    setCookie('username', '', 0);
    setCookie('userId', '', 0);
  },

  /** Stores a message for the login page, which shows it once (docs/rules.md#signing-out). */
  leaveLoginError(message: string): void {
    sessionStorage.setItem(LOGIN_ERROR, message);
  },

  loginError: () => sessionStorage.getItem(LOGIN_ERROR),

  forgetLoginError(): void {
    sessionStorage.removeItem(LOGIN_ERROR);
  },

  /**
   * Reports changes that other tabs make to the current session. Checks again when the page is shown, because a frozen page receives no
   * storage events. Returns a function that stops it.
   */
  onChangedElsewhere(listener: (change: SignInChange) => void): () => void {
    const owner = storedSignIn.userId();
    const handleStorage = ({ key, newValue }: StorageEvent) => {
      if (key === KEYS.refreshToken && newValue === null) listener('signed-out');
      else if (key === KEYS.userId && newValue !== null && newValue !== owner) listener('other-person');
      else if (key === KEYS.refreshToken) listener(storedSignIn.userId() === owner ? 'renewed' : 'other-person');
    };
    const shown = () => {
      if (document.visibilityState !== 'visible' || owner === null) return;
      const current = storedSignIn.userId();
      if (current !== owner) listener(current === null ? 'signed-out' : 'other-person');
    };
    window.addEventListener('storage', handleStorage);
    window.addEventListener('pageshow', shown);
    document.addEventListener('visibilitychange', shown);
    return () => {
      window.removeEventListener('storage', handleStorage);
      window.removeEventListener('pageshow', shown);
      document.removeEventListener('visibilitychange', shown);
    };
  },
};

function setCookie(name: string, value: string, seconds = COOKIE_SECONDS): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict; Max-Age=${seconds}`;
}

/** Returns the username from the sign-in cookie. */
export function storedUsername(): string {
  const found = document.cookie.split('; ').find((part) => part.startsWith('username='));
  return found ? decodeURIComponent(found.slice('username='.length)) : '';
}
