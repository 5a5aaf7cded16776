import type { SignInResponse } from '../../../api/contracts/sign-in.contract.js';

const KEYS = {
  refreshToken: 'refresh-token',
  authToken: 'x-auth-token',
  userId: 'userId',
  canPlay: 'canPlay',
} as const;
const LOGIN_ERROR = 'loginError';

/** What the browser remembers of a sign-in. Both tokens are handles without a secret: the secrets are HttpOnly cookies (decisions A1). */
export const storedSession = {
  refreshToken: () => localStorage.getItem(KEYS.refreshToken),
  authToken: () => localStorage.getItem(KEYS.authToken),
  userId: () => localStorage.getItem(KEYS.userId),
  canPlay: () => localStorage.getItem(KEYS.canPlay) === 'true',

  signedIn({ id, refreshToken, canPlay }: SignInResponse, username: string): void {
    localStorage.setItem(KEYS.refreshToken, refreshToken);
    localStorage.setItem(KEYS.userId, id);
    localStorage.setItem(KEYS.canPlay, String(canPlay));
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
    removeCookie('username');
    removeCookie('userId');
  },

  /** Leaves a message for the login screen, which shows it once (decisions, oddity 33). */
  leaveLoginError(message: string): void {
    sessionStorage.setItem(LOGIN_ERROR, message);
  },

  loginError: () => sessionStorage.getItem(LOGIN_ERROR),

  forgetLoginError(): void {
    sessionStorage.removeItem(LOGIN_ERROR);
  },

  /** Calls back when another tab signs out. Returns the way to stop. */
  onSignedOutElsewhere(listener: () => void): () => void {
    const heard = (event: StorageEvent) => {
      if (event.key === KEYS.refreshToken && event.newValue === null) listener();
    };
    window.addEventListener('storage', heard);
    return () => window.removeEventListener('storage', heard);
  },
};

function setCookie(name: string, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict`;
}

function removeCookie(name: string): void {
  document.cookie = `${name}=; Path=/; SameSite=Strict; Max-Age=0`;
}

/** The username the sign-in left in its cookie. */
export function storedUsername(): string {
  const found = document.cookie.split('; ').find((part) => part.startsWith('username='));
  return found ? decodeURIComponent(found.slice('username='.length)) : '';
}
