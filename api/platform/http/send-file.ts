import { pipeline, type Readable, type Transform } from 'node:stream';
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
  /** Changes the content on its way. Such an answer has no length, ranges or conditions. */
  readonly through?: (() => Transform) | undefined;
}

/** The file exists, but it changed meanwhile, or is shorter than the requested range. */
const REFUSED_PARTS = new Set([412, 416]);
const OF_STORED_BYTES = new Set(['Accept-Ranges', 'Content-Length', 'ETag', 'Last-Modified']);
const WEAK = 'W/';

/** Sends a file. Returns false when there is none at that path. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, wanted: WantedFile): Promise<boolean> {
  const { root, path, headers, through } = wanted;
  const options = { root, dotfiles: 'ignore', cacheControl: false, index: false } as const;
  const file = await send(through ? unconditional(request) : comparable(request), path, options);
  if (file.type !== 'file') {
    file.stream.destroy();
    if (!REFUSED_PARTS.has(file.statusCode)) return false;
    const range = (file.headers as Record<string, string>)['Content-Range'];
    void reply.headers(range ? { 'content-range': range } : {});
    throw Object.assign(new Error('The file does not have the requested range.'), { statusCode: file.statusCode });
  }
  const own = Object.entries(file.headers as Record<string, string>);
  const sent = through ? own.filter(([name]) => !OF_STORED_BYTES.has(name)) : own.map(withStrongTag);
  const isHead = request.method === 'HEAD';
  void reply.status(file.statusCode).headers(Object.fromEntries(sent)).headers(headers);
  void reply.send(through && !isHead ? changed(file.stream, through()) : file.stream);
  return true;
}

/** An error of either stream ends both, and with them the answer. */
const changed = (stream: Readable, transform: Transform): Readable => pipeline(stream, transform, () => undefined);

type RawRequest = FastifyRequest['raw'];

const unconditional = ({ method }: FastifyRequest): RawRequest => ({ method, headers: {} }) as RawRequest;

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
