import { z } from 'zod';

/**
 * GET /api/game/startup, anybody signed in (decisions V2): what the viewer hands to the game. User and organization are the
 * caller's, the rest is the server's configuration and never in the bundle; what is not configured is ''.
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
