import { z } from 'zod';

/** Roles of a user. The first role of a user decides landing page and menus (docs/rules.md#roles). */
export const ROLES = ['Restricted', 'User', 'SystemAdmin', 'OrganizationAdmin', 'Instructor'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** Body of POST /api/auth/session. */
export const SignInRequest = z.strictObject({
  username: z.string().max(255),
  password: z.string().max(255),
});
export type SignInRequest = z.infer<typeof SignInRequest>;

/**
 * Response of POST /api/auth/session. In a browser `refreshToken` is a handle without a secret, and the secret is in an
 * HttpOnly cookie (docs/rules.md#tokens). Other clients receive the secret itself. Empty when `canPlay` is false.
 */
export const SignInResponse = z.object({ id: z.string(), refreshToken: z.string(), canPlay: z.boolean() });
export type SignInResponse = z.infer<typeof SignInResponse>;

/**
 * Body of POST /api/auth/session/token and DELETE /api/auth/session: a bare JSON string, or an object
 * (docs/rules.md#bare-bodies).
 */
export const RefreshTokenRequest = z.union([
  z.string().max(512),
  z.strictObject({ refreshToken: z.string().max(512).optional() }),
  z.null(),
]);
export type RefreshTokenRequest = z.infer<typeof RefreshTokenRequest>;

export const RefreshResponse = z.object({ refreshToken: z.string() });
export type RefreshResponse = z.infer<typeof RefreshResponse>;
