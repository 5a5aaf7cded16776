import { DomainError } from '../../platform/domain-error.js';
import type { ErrorCode } from '../../contracts/problem.contract.js';

/** An invalid field of the form; `field` in PascalCase. */
export interface FieldProblem {
  readonly field: 'UserName' | 'Password' | 'Email' | 'AccessCode' | 'Nationality';
  readonly message: string;
  readonly code?: ErrorCode;
}

/** Returns one refusal for all problems. A single problem becomes the refusal's own message. */
export function refusalOf(problems: readonly [FieldProblem, ...FieldProblem[]]): DomainError {
  const errors = Object.fromEntries(problems.map(({ field, message }) => [field, [message]]));
  const [{ code = 'VALIDATION_FAILED', message }, ...others] = problems;
  if (others.length === 0) return new DomainError(code, message, 400, errors);
  return new DomainError('VALIDATION_FAILED', 'Please correct the highlighted fields.', 400, errors);
}
