import type { SignInRequest, SignInResponse } from '../../../../api/contracts/sign-in.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** POST /auth/session: signs in. */
export const createSession = (body: SignInRequest) =>
  api.call<SignInResponse>('/auth/session', { method: 'POST', body, background: true });
