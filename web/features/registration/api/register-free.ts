import type { FreeRegistrationResponse, RegistrationRequest } from '../../../../api/contracts/registration.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** POST /users/paymentFreeRegistration: creates an account without an organization. */
export const registerFree = (body: RegistrationRequest, idempotencyKey: string) =>
  api.call<FreeRegistrationResponse | null>('/users/paymentFreeRegistration', {
    method: 'POST',
    body,
    idempotencyKey,
    background: true,
  });
