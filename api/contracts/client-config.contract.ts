import { z } from 'zod';

/**
 * Where the game lies (decisions V1): `{path}/{name}.loader.js`, and `.data`, `.framework.js`, `.wasm` of that name, with
 * `.{compression}` behind if they are compressed. `version` is another one for every build; with `?v={version}` browsers keep
 * the files for good. '' when there is no build.
 */
export const UnityBuild = z.object({
  path: z.string(),
  name: z.string(),
  compression: z.enum(['', 'gz', 'br']),
  version: z.string(),
});
export type UnityBuild = z.infer<typeof UnityBuild>;

/** GET /config.json, public, no-store: what the web needs to know of its server (decisions A15). */
export const ClientConfig = z.object({
  productName: z.string(),
  supportEmail: z.string(),
  apiUrl: z.string(),
  stripePublishableKey: z.string().nullable(),
  unityBuild: UnityBuild,
  catalogueId: z.string(),
  version: z.string(),
});
export type ClientConfig = z.infer<typeof ClientConfig>;
