import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { negotiate } from '@fastify/accept-negotiator';
import send from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cache policy of a file whose content never changes under its URL. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Cache policy of a file that browsers revalidate before each use. */
export const REVALIDATED = 'no-cache';

/** A file below `root`. */
export interface WantedFile {
  readonly root: string;
  /** Percent-encoded, as requested. */
  readonly path: string;
  /** Headers that override those derived from the file. */
  readonly headers: Readonly<Record<string, string>>;
  /** True when the build of the platform wrote the compressed copies beside the files. */
  readonly hasCopies?: boolean;
  /** Transforms the content while it is sent. Such a response has no length, ranges or conditions. */
  readonly transform?: (() => Transform) | undefined;
}

/** Statuses of a file that exists but has changed, or is shorter than the requested range. */
const REFUSED_PARTS = new Set([412, 416]);
const OF_STORED_BYTES = new Set(['Accept-Ranges', 'Content-Length', 'ETag', 'Last-Modified']);
const WEAK = 'W/';

/** Compressed copies that can be stored beside a file, the smallest first. */
const COPIES = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/**
 * Sends a file, or with `hasCopies` a compressed copy stored beside it that the client accepts. Returns false when there is no
 * file at that path. A copy that is older than the file is never sent.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, wanted: WantedFile): Promise<boolean> {
  const { root, path, headers, hasCopies = false, transform } = wanted;
  const options = { root, dotfiles: 'ignore', cacheControl: false, index: false } as const;
  const stored = await send(unconditional('HEAD'), path, options);
  if (stored.type !== 'file') return false;
  const copies = hasCopies && !transform ? await copiesOf(stored.metadata) : [];
  const copy = copies.find(({ encoding }) => accepts(request.headers['accept-encoding'], encoding));
  const sentPath = path + (copy?.ending ?? '');
  const file = await send(transform ? unconditional(request.method) : comparable(request), sentPath, options);
  if (file.type !== 'file') {
    file.stream.destroy();
    if (!REFUSED_PARTS.has(file.statusCode)) return false;
    const range = file.headers['Content-Range'];
    void reply.headers(range ? { 'content-range': range } : {});
    throw Object.assign(new Error('The file does not have the requested range.'), { statusCode: file.statusCode });
  }
  const own = Object.entries(file.headers);
  const sent = transform ? own.filter(([name]) => !OF_STORED_BYTES.has(name)) : own.map(withStrongTag);
  const isHead = request.method === 'HEAD';
  void reply.status(file.statusCode).headers(Object.fromEntries(sent));
  if (copies.length > 0) void reply.header('vary', 'accept-encoding');
  if (copy) void reply.headers({ 'content-type': typeOf(stored), 'content-encoding': copy.encoding });
  void reply.headers(headers);
  void reply.send(transform && !isHead ? changed(file.stream, transform()) : file.stream);
  return true;
}

/** Returns whether the client accepts an encoding. Browsers accept Brotli only over HTTPS and from localhost. */
export const accepts = (header: string | string[] | undefined, encoding: string): boolean =>
  negotiate(String(header ?? ''), [encoding]) === encoding;

async function copiesOf({ path, stat: of }: { path: string; stat: Stats }): Promise<(typeof COPIES)[number][]> {
  const times = await Promise.all(
    COPIES.map(({ ending }) =>
      stat(path + ending)
        .then(({ mtimeMs }) => mtimeMs)
        .catch(() => -1),
    ),
  );
  return COPIES.filter((_, index) => times[index]! >= of.mtimeMs);
}

const typeOf = (file: { headers: unknown }): string => (file.headers as Record<string, string>)['Content-Type'] ?? '';

/** Returns the transformed stream. An error in either stream ends both, and the response with them. */
const changed = (stream: Readable, transform: Transform): Readable => pipeline(stream, transform, () => undefined);

type RawRequest = FastifyRequest['raw'];

const unconditional = (method: string): RawRequest => ({ method, headers: {} }) as RawRequest;

/**
 * Converts the library's weak ETag to a strong one, because browsers resume an interrupted download only with a strong ETag.
 * Size and modification time in milliseconds identify the exact bytes. If-Range is converted back before the comparison.
 */
const withStrongTag = ([name, value]: [string, string]): [string, string] =>
  name === 'ETag' && value.startsWith(WEAK) ? [name, value.slice(WEAK.length)] : [name, value];

/**
 * Returns the request without `Cache-Control`. Unity's loader revalidates its own cache with `no-cache`, for which the library
 * never responds with 304. A browser's forced reload sends no conditions.
 */
function comparable(request: FastifyRequest): RawRequest {
  const { 'cache-control': _unused, ...headers } = request.headers;
  const tag = headers['if-range'];
  const isStrong = typeof tag === 'string' && tag.startsWith('"');
  return { method: request.method, headers: isStrong ? { ...headers, 'if-range': WEAK + tag } : headers } as RawRequest;
}

/** Responds with 404, as for every unknown path. */
export function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
