import { z } from 'zod';

/**
 * Response of GET /api/game/startup, for every signed-in account: the arguments that the page passes to the game. User and
 * organization belong to the caller. The rest is the server's configuration and never in the bundle; unset values are ''.
 * `udlApiURL` is the platform's own route /api/udl, which takes `udlUsername` and `udlPassword` as Basic authentication:
 * the player's name, and a token that is valid for 12 hours and only for this route.
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
