import { z } from 'zod';

/**
 * GET /api/game/startup, for everybody who is signed in: what the viewer hands to the game. User and organization are the
 * caller's, the rest is the server's configuration and never in the bundle; what is not configured is ''.
 * `udlApiURL` is the platform's own route /api/udl, which takes `udlUsername` and `udlPassword` as Basic authentication:
 * the player's name, and a token that is valid for 12 hours and nowhere else.
 */
export const StartupArguments = z.object({
  userName: z.string(),
  userId: z.string(),
  webApiUrl: z.string(),
  organization: z.string(),
  sysHighClassification: z.string(),
  udlApiURL: z.string(),
  udlUsername: z.string(),
  udlPassword: z.string(),
});
export type StartupArguments = z.infer<typeof StartupArguments>;
