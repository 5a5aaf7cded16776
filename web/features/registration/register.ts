import type { RegistrationRequest } from '../../../api/contracts/registration.contract.js';
import { ApiError } from '../../shared/api-client/api-error.js';
import { registerFree } from './api/register-free.js';
import { registerWithCode } from './api/register-with-code.js';
import { validateRegistration } from './api/validate-registration.js';
import { registrationMessages as messages } from './registration.messages.js';
import { broken, failed, succeeded, type FormRefusal, type RegistrationOutcome } from './outcome.js';

/** Asks the server to validate a registration. Returns the rejection, or null (docs/rules.md#checks-before-registration). */
export async function refusalOf(request: RegistrationRequest): Promise<FormRefusal | null> {
  try {
    await validateRegistration(request);
    return null;
  } catch (error) {
    const { title, errors } = error instanceof ApiError ? error : new ApiError(0, '');
    if (Object.keys(errors).length > 0) return { page: 'form', message: '', fields: errors };
    return { page: 'form', message: title || messages.failed };
  }
}

/** Registers with an access code, as a member of its organization. */
export async function joinOrganization(
  request: RegistrationRequest,
  idempotencyKey: string,
): Promise<RegistrationOutcome> {
  try {
    const { userId, message, isFieldError, errors } = await registerWithCode(request, idempotencyKey);
    if (userId) {
      const registered = messages.registeredWithCode(request.userName);
      return succeeded('JoinOrganization', registered, message ? messages.note(message) : undefined);
    }
    if (isFieldError) return { page: 'form', message: errors.join(' ') };
    return failed('JoinOrganization', message);
  } catch (error) {
    return broken('JoinOrganization', error);
  }
}

/** Registers an account without an organization. */
export async function registerStandalone(
  request: RegistrationRequest,
  idempotencyKey: string,
): Promise<RegistrationOutcome> {
  try {
    const registered = await registerFree({ ...request, isFreeUser: true }, idempotencyKey);
    return registered ? succeeded('Standalone', messages.registeredFree(request.userName)) : failed('Standalone', '');
  } catch (error) {
    return broken('Standalone', error);
  }
}
