import send from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file below `root`. */
export interface WantedFile {
  readonly root: string;
  /** Percent-encoded, as requested. */
  readonly path: string;
  /** Replace the headers that follow from the file. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The file exists, but it changed meanwhile, or is shorter than the requested range. */
const REFUSED_PARTS = new Set([412, 416]);

/** Sends a file with its byte ranges and conditions. Returns false when there is no such file below `root`. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, wanted: WantedFile): Promise<boolean> {
  const { root, path, headers } = wanted;
  const file = await send(asWeak(request), path, { root, dotfiles: 'ignore', cacheControl: false, index: false });
  if (file.type !== 'file') {
    file.stream.destroy();
    if (!REFUSED_PARTS.has(file.statusCode)) return false;
    const range = (file.headers as Record<string, string>)['Content-Range'];
    void reply.headers(range ? { 'content-range': range } : {});
    throw Object.assign(new Error('The file does not have the requested range.'), { statusCode: file.statusCode });
  }
  const { ETag: etag = '', ...others } = file.headers as Record<string, string>;
  void reply
    .status(file.statusCode)
    .headers({ ...others, ...(etag && { etag: strong(etag) }) })
    .headers(headers);
  void reply.send(file.stream);
  return true;
}

const WEAK = 'W/';
const strong = (etag: string): string => (etag.startsWith(WEAK) ? etag.slice(WEAK.length) : etag);

/**
 * The library's tags are weak, and browsers resume a cut download only under a strong one. Size and time of change in
 * milliseconds name the exact bytes, so tags are sent as strong ones and If-Range is compared in the library's form.
 */
function asWeak({ raw }: FastifyRequest): FastifyRequest['raw'] {
  const condition = raw.headers['if-range'];
  if (typeof condition === 'string' && condition.startsWith('"')) raw.headers['if-range'] = WEAK + condition;
  return raw;
}

/** Answers 404, as for every unknown path. */
export function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
