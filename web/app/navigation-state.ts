import type { PageType } from '../features/registration/page-type.js';

/** Navigation state of the login page. */
export interface LoginState {
  /** The session ended in another tab. A newer stored session is kept. */
  keepSession?: boolean;
  /** The stored session has expired, so the login page deletes it. */
  ended?: boolean;
  /** Path, search and hash of the requested page, which is opened after the sign-in. */
  next?: string;
  /** Set after a successful password reset. */
  passwordReset?: boolean;
}

/** Navigation state of /password-reset. */
export interface PasswordResetState {
  username: string;
}

/** Navigation state of /register. */
export interface RegisterState {
  pageType: PageType;
}
