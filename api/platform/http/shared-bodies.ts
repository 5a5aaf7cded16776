import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { accepts } from './send-file.js';

/** Smaller than with the quality of streamed responses and as fast, because the whole body is compressed at once. */
const BROTLI_QUALITY = 5;

/** Encodings by preference, and how to create them. */
const ENCODERS = {
  br: (text: string, quality: number) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (text: string) => promisify(gzip)(text),
  identity: (text: string) => Promise.resolve(Buffer.from(text)),
} as const;
type Encoding = keyof typeof ENCODERS;

/** A finished response body. */
export interface SharedBody {
  readonly encoding: Encoding;
  readonly bytes: Buffer;
}

interface Stored {
  readonly version: string;
  readonly bytes: Buffer;
}

/**
 * Finished response bodies that all callers share until they change. Each body is built and compressed once for each encoding, also when
 * many callers ask for it at the same time. The caller checks access first, and adds to `key` everything that decides what a body contains.
 */
export class SharedBodies {
  private readonly bodies: LRUCache<string, Stored>;
  private readonly building = new Map<string, Promise<Buffer>>();

  /**
   * @param maxBytes size of all bodies; the ones that were not used for the longest time are removed
   * @param brotliQuality lower for bodies of ten megabytes, which are compressed five times as fast with 3 and are 7 % larger
   */
  constructor(
    maxBytes: number,
    private readonly brotliQuality = BROTLI_QUALITY,
  ) {
    this.bodies = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes.length + 1 });
  }

  /**
   * Sends a JSON body, or 304 to a client that has this version.
   *
   * @param version the body's ETag is made of it
   * @param known If-None-Match of the request
   * @param build returns a text that is at least as new as `version`
   */
  async send(
    reply: FastifyReply,
    { key, version, known }: { readonly key: string; readonly version: string; readonly known: string | undefined },
    acceptEncoding: string | undefined,
    build: () => Promise<string>,
  ): Promise<void> {
    // Weak, because compressed and plain responses share it.
    const etag = `W/"${version}"`;
    void reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (known === etag) return void reply.code(304).send();
    const { encoding, bytes } = await this.get({ key, version }, acceptEncoding, build);
    void reply.header('vary', 'accept-encoding');
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    void reply.type('application/json').send(bytes);
  }

  /**
   * Returns the body in the best encoding that the client accepts. Builds it if its version is new.
   *
   * @param build returns a text that is at least as new as `version`
   */
  async get(
    { key, version }: { readonly key: string; readonly version: string },
    acceptEncoding: string | undefined,
    build: () => Promise<string>,
  ): Promise<SharedBody> {
    const encoding = (['br', 'gzip'] as const).find((each) => accepts(acceptEncoding, each)) ?? 'identity';
    const name = `${encoding}:${key}`;
    const stored = this.bodies.get(name);
    if (stored?.version === version) return { encoding, bytes: stored.bytes };
    return {
      encoding,
      bytes: await this.built(name, version, async () => ENCODERS[encoding](await build(), this.brotliQuality)),
    };
  }

  private built(name: string, version: string, build: () => Promise<Buffer>): Promise<Buffer> {
    const attempt = `${name}:${version}`;
    const running = this.building.get(attempt);
    if (running) return running;
    const building = build()
      .then((bytes) => {
        this.bodies.set(name, { version, bytes });
        return bytes;
      })
      .finally(() => this.building.delete(attempt));
    this.building.set(attempt, building);
    return building;
  }
}

/** Returns a short digest of JSON values, for the version of a body that contains them. */
export const digestOf = (part: object): string =>
  createHash('sha256').update(JSON.stringify(part)).digest('base64url').slice(0, 16);
