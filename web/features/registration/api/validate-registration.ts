import type { RegistrationRequest } from '../../../../api/contracts/registration.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** POST /users/validate-registration: refuses what registering would refuse. */
export const validateRegistration = (body: RegistrationRequest) =>
  api.call<unknown>('/users/validate-registration', { method: 'POST', body, background: true });
