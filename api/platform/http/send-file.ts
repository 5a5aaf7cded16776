import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { negotiate } from '@fastify/accept-negotiator';
import send from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cache policy of a file that never changes under its address. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Cache policy of a file that browsers ask for again each time. */
export const REVALIDATED = 'no-cache';

/** A file below `root`. */
export interface WantedFile {
  readonly root: string;
  /** Percent-encoded, as requested. */
  readonly path: string;
  /** Replace the headers that follow from the file. */
  readonly headers: Readonly<Record<string, string>>;
  /** True when the build of the platform wrote the compressed copies beside the files. */
  readonly hasCopies?: boolean;
  /** Changes the content on its way. Such an answer has no length, ranges or conditions. */
  readonly through?: (() => Transform) | undefined;
}

/** The file exists, but it changed meanwhile, or is shorter than the requested range. */
const REFUSED_PARTS = new Set([412, 416]);
const OF_STORED_BYTES = new Set(['Accept-Ranges', 'Content-Length', 'ETag', 'Last-Modified']);
const WEAK = 'W/';

/** Compressed copies that may be stored beside a file, the smaller form first. */
const COPIES = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/**
 * Sends a file, or with `hasCopies` a compressed copy stored beside it that the client accepts. Returns false when there is no
 * file at that path. A copy that is older than the file is never sent.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, wanted: WantedFile): Promise<boolean> {
  const { root, path, headers, hasCopies = false, through } = wanted;
  const options = { root, dotfiles: 'ignore', cacheControl: false, index: false } as const;
  const stored = await send(unconditional('HEAD'), path, options);
  if (stored.type !== 'file') return false;
  const copies = hasCopies && !through ? await copiesOf(stored.metadata) : [];
  const copy = copies.find(({ encoding }) => accepts(request.headers['accept-encoding'], encoding));
  const sentPath = path + (copy?.ending ?? '');
  const file = await send(through ? unconditional(request.method) : comparable(request), sentPath, options);
  if (file.type !== 'file') {
    file.stream.destroy();
    if (!REFUSED_PARTS.has(file.statusCode)) return false;
    const range = file.headers['Content-Range'];
    void reply.headers(range ? { 'content-range': range } : {});
    throw Object.assign(new Error('The file does not have the requested range.'), { statusCode: file.statusCode });
  }
  const own = Object.entries(file.headers);
  const sent = through ? own.filter(([name]) => !OF_STORED_BYTES.has(name)) : own.map(withStrongTag);
  const isHead = request.method === 'HEAD';
  void reply.status(file.statusCode).headers(Object.fromEntries(sent));
  if (copies.length > 0) void reply.header('vary', 'accept-encoding');
  if (copy) void reply.headers({ 'content-type': typeOf(stored), 'content-encoding': copy.encoding });
  void reply.headers(headers);
  void reply.send(through && !isHead ? changed(file.stream, through()) : file.stream);
  return true;
}

/** Whether the client accepts an encoding. Browsers accept Brotli over HTTPS and from this machine only. */
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

/** An error of either stream ends both, and with them the answer. */
const changed = (stream: Readable, transform: Transform): Readable => pipeline(stream, transform, () => undefined);

type RawRequest = FastifyRequest['raw'];

const unconditional = (method: string): RawRequest => ({ method, headers: {} }) as RawRequest;

/**
 * The library's tags are weak, and browsers resume a cut download only under a strong one. Size and time of change in
 * milliseconds name the exact bytes, so tags are sent as strong ones, and If-Range is compared in the library's form.
 */
const withStrongTag = ([name, value]: [string, string]): [string, string] =>
  name === 'ETag' && value.startsWith(WEAK) ? [name, value.slice(WEAK.length)] : [name, value];

/**
 * Without `Cache-Control`: Unity's loader asks with `no-cache` whether the data in its own cache is current, and the library
 * then never answers 304. A browser's forced reload sends no conditions.
 */
function comparable(request: FastifyRequest): RawRequest {
  const { 'cache-control': _unused, ...headers } = request.headers;
  const tag = headers['if-range'];
  const isStrong = typeof tag === 'string' && tag.startsWith('"');
  return { method: request.method, headers: isStrong ? { ...headers, 'if-range': WEAK + tag } : headers } as RawRequest;
}

/** Answers 404, as for every unknown path. */
export function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
