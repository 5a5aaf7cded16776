import type { RegistrationRequest, RegistrationResponse } from '../../../../api/contracts/registration.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** POST /users/registrationCode: creates an account in the organization of an access code. */
export const registerWithCode = (body: RegistrationRequest, idempotencyKey: string) =>
  api.call<RegistrationResponse>('/users/registrationCode', { method: 'POST', body, idempotencyKey, background: true });
