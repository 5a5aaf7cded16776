import type { RegistrationRequest } from '../../../api/contracts/registration.contract.js';
import type { FieldErrors } from '../../shared/api-client/api-error.js';
import type { PageType } from './page-type.js';

/** Values of the form; `nationality` is the numeric id of a country as text, '' for none. */
export interface RegistrationValues {
  userName: string;
  password: string;
  email: string;
  firstName: string;
  lastName: string;
  rankTitle: string;
  accessCode: string;
  nationality: string;
}

export type RegistrationField = keyof RegistrationValues;

export const NO_VALUES: RegistrationValues = {
  userName: '',
  password: '',
  email: '',
  firstName: '',
  lastName: '',
  rankTitle: '',
  accessCode: '',
  nationality: '',
};

/** Splits error messages into those of visible fields and all others (docs/rules.md#registration-fields). */
export function splitErrors(errors: FieldErrors, pageType: PageType): { shown: FieldErrors; others: string[] } {
  const isShown = (field: string): boolean => {
    if (field === 'accessCode') return pageType !== 'Standalone';
    return field in NO_VALUES && field !== 'nationality';
  };
  const entries = Object.entries(errors);
  return {
    shown: Object.fromEntries(entries.filter(([field]) => isShown(field))),
    others: entries.filter(([field]) => !isShown(field)).map(([, message]) => message),
  };
}

export function toRequest(values: RegistrationValues, pageType: PageType): RegistrationRequest {
  const { nationality, ...texts } = values;
  return {
    ...texts,
    isFreeUser: pageType === 'Standalone',
    nationality: nationality === '' ? null : Number(nationality),
  };
}
