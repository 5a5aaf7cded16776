import type { RegistrationRequest } from '../../../../api/contracts/registration.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** POST /users/validate-registration: rejects any input that the registration would reject. */
export const validateRegistration = (body: RegistrationRequest) =>
  api.call<unknown>('/users/validate-registration', { method: 'POST', body, background: true });
