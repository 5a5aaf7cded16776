import { z } from 'zod';

/** A file of a game build. */
export const BuildFile = z.object({
  /** Root-relative and percent-encoded, with `?v=<version>`. Browsers cache each version permanently. */
  url: z.string(),
  /** Size in bytes as the page receives it: a .gz or .br after the browser has decompressed it, a .unityweb as stored. */
  bytes: z.number().int().min(0),
});
export type BuildFile = z.infer<typeof BuildFile>;

/** The game build that this server serves below `/unitybuild/`. */
export const UnityBuild = z.object({
  /** Null when no build was found. */
  files: z
    .object({
      loader: BuildFile,
      data: BuildFile,
      framework: BuildFile,
      code: BuildFile,
      symbols: BuildFile.nullable(),
      worker: BuildFile.nullable(),
    })
    .nullable(),
  /** `/unitybuild/StreamingAssets`, or the folder below `/unitybuild/` that the build's index.html names. */
  streamingAssetsUrl: z.string(),
  /** Company, product and version from the build's index.html; empty when it does not name them. */
  companyName: z.string(),
  productName: z.string(),
  productVersion: z.string(),
  /** The WebAssembly module imports shared memory, so the page must be cross-origin isolated. */
  needsIsolation: z.boolean(),
});
export type UnityBuild = z.infer<typeof UnityBuild>;

/** Response of GET /config.json: the server's settings for the web. Public and no-store. */
export const ClientConfig = z.object({
  productName: z.string(),
  supportEmail: z.string(),
  apiUrl: z.string(),
  stripePublishableKey: z.string().nullable(),
  unityBuild: UnityBuild,
  catalogueId: z.string(),
  version: z.string(),
  /** Version, commit and date of the build, for support. */
  build: z.string(),
});
export type ClientConfig = z.infer<typeof ClientConfig>;
