import type { RefreshTokenRequest } from '../../../contracts/sign-in.contract.js';

/** Returns the refresh token of a body, a bare string or an object, or undefined (docs/rules.md#bare-bodies). */
export function secretIn(body: RefreshTokenRequest | undefined): string | undefined {
  const secret = typeof body === 'string' ? body : body?.refreshToken;
  return secret === '' ? undefined : secret;
}
