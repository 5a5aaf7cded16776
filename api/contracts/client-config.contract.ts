import { z } from 'zod';

/** GET /config.json, public, no-store: what the web needs to know of its server (decisions A15). */
export const ClientConfig = z.object({
  productName: z.string(),
  supportEmail: z.string(),
  apiUrl: z.string(),
  stripePublishableKey: z.string().nullable(),
  unityBuild: z.object({ path: z.string(), name: z.string(), compression: z.enum(['', 'gz', 'br']) }),
  catalogueId: z.string(),
  version: z.string(),
});
export type ClientConfig = z.infer<typeof ClientConfig>;
