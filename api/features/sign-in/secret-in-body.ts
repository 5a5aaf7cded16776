import type { RefreshTokenRequest } from '../../contracts/sign-in.contract.js';

/** The refresh token of a body: a bare string or in an object (decisions R4), undefined for none. */
export function secretIn(body: RefreshTokenRequest | undefined): string | undefined {
  const secret = typeof body === 'string' ? body : body?.refreshToken;
  return secret === '' ? undefined : secret;
}
