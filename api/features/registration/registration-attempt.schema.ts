import type { z } from 'zod';
import { RegistrationRequest } from '../../contracts/registration.contract.js';

type Issue = z.core.$ZodIssue;

/** A body that violates its schema, with the issues. */
export class Unacceptable {
  constructor(readonly issues: readonly Issue[]) {}

  /** The first message of each field when only typed values are wrong; null when the body has other defects. */
  get fieldMessages(): string[] | null {
    if (!this.issues.every(isTyped)) return null;
    const fields = new Set(this.issues.map(({ path }) => path[0]));
    return Array.from(fields, (field) => this.issues.find(({ path }) => path[0] === field)!.message);
  }
}

const isTyped = ({ code, path }: Issue): boolean =>
  path.length === 1 && code !== 'invalid_type' && code !== 'unrecognized_keys';

/**
 * {@link RegistrationRequest} that accepts everything, because the route with a code answers wrong fields itself
 * (docs/rules.md#answers-of-registration). Invalid input arrives as {@link Unacceptable}.
 */
export const RegistrationAttempt = {
  '~standard': {
    ...RegistrationRequest['~standard'],
    validate: (body: unknown): { value: RegistrationRequest | Unacceptable } => {
      const { data, error } = RegistrationRequest.safeParse(body);
      return { value: error ? new Unacceptable(error.issues) : data };
    },
  },
};
