import type { PageType } from '../features/registration/page-type.js';

/** Leads to the login screen. */
export interface LoginState {
  /** The session ended in another tab; a newer one stays. */
  keepSession?: boolean;
  /** The stored session is over: the login forgets it. */
  ended?: boolean;
  /** Path, search and hash of the page that was asked for; opened after the sign-in. */
  next?: string;
  /** Comes from a password reset that went well. */
  passwordReset?: boolean;
}

/** Leads to /password-reset. */
export interface PasswordResetState {
  username: string;
}

/** Leads to /register. */
export interface RegisterState {
  pageType: PageType;
}
