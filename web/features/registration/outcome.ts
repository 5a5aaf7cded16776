import { ApiError, type FieldErrors, type FieldMessages } from '../../shared/api-client/api-error.js';
import type { PageType } from './page-type.js';
import { registrationMessages as messages } from './registration.messages.js';

/** Navigation state of /success and /failed (docs/rules.md#outcome-pages). */
export interface OutcomeState {
  pageType: PageType;
  message?: string;
  warning?: string;
  title?: string;
  errors?: FieldMessages;
}

/** A refusal that the form shows. */
export interface FormRefusal {
  page: 'form';
  message: string;
  fields?: FieldErrors;
}

/** Outcome of a registration: shown on the form, or on a separate page. */
export type RegistrationOutcome = { page: 'success' | 'failed'; state: OutcomeState } | FormRefusal;

export const succeeded = (pageType: PageType, message: string, warning?: string): RegistrationOutcome => ({
  page: 'success',
  state: { pageType, message, ...(warning !== undefined && { warning }) },
});

export const failed = (pageType: PageType, title: string): RegistrationOutcome => ({
  page: 'failed',
  state: { pageType, title: title || messages.unknownError },
});

/** Returns the outcome of an unexpected error. */
export function broken(pageType: PageType, error: unknown): RegistrationOutcome {
  const { title, messages: errors } = error instanceof ApiError ? error : new ApiError(0, '');
  return {
    page: 'failed',
    state: { pageType, title: title || messages.internalError, errors },
  };
}
