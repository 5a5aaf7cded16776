import { z } from 'zod';

/** The role list's first entry decides landing page and menus (product §6). */
export const ROLES = ['Restricted', 'User', 'SystemAdmin', 'OrganizationAdmin', 'Instructor'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** POST /api/auth/session. */
export const SignInRequest = z.strictObject({
  username: z.string().max(255),
  password: z.string().max(255),
});
export type SignInRequest = z.infer<typeof SignInRequest>;

/**
 * Answer of POST /api/auth/session. In a browser `refreshToken` is a handle that only says "signed in"; the secret is in
 * an HttpOnly cookie (decisions A1). A native client gets the secret itself. Empty when `canPlay` is false.
 */
export const SignInResponse = z.object({ id: z.string(), refreshToken: z.string(), canPlay: z.boolean() });
export type SignInResponse = z.infer<typeof SignInResponse>;

/** POST /api/auth/session/token and DELETE /api/auth/session: a bare JSON string, or the same in an object (R4). */
export const RefreshTokenRequest = z.union([
  z.string().max(512),
  z.strictObject({ refreshToken: z.string().max(512).optional() }),
  z.null(),
]);
export type RefreshTokenRequest = z.infer<typeof RefreshTokenRequest>;

export const RefreshResponse = z.object({ refreshToken: z.string() });
export type RefreshResponse = z.infer<typeof RefreshResponse>;

/** GET /api/auth/session/roles. */
export const SessionRoles = z.array(Role);
