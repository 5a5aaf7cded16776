import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { isApi } from './fastify-hooks.js';
import { pageHeaders } from './security-headers.js';

/** Files named by their content never change under one name. */
const HASHED = '/assets/';
/** Folders where a missing file is missing; everywhere else an unknown path is a page of the web's router. */
const FILES_ONLY = [HASHED, '/unitybuild/'];
const DOWNLOAD_DEADLINE_MS = 15 * 60_000;

/** Serves the built web from `root`; without it, pages answer 404 and the API works all the same. */
export function serveWebPages(fastify: FastifyInstance, root: string, hasCardPayment: boolean): void {
  const options: RouteShorthandOptions = {
    handlerTimeout: DOWNLOAD_DEADLINE_MS,
    // Nest sets its handler later than this route is made.
    errorHandler: (error, request, reply) => fastify.errorHandler(error, request, reply),
  };
  fastify.get('/*', options, (request, reply) => answer(request, reply, root, hasCardPayment));
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  hasCardPayment: boolean,
): Promise<FastifyReply> {
  const path = request.url.split('?', 1)[0] ?? '/';
  if (isApi(path)) return notFound(reply);
  const isHashed = path.startsWith(HASHED);
  const isPage = path === '/' || path === '/index.html';
  if (!isPage && (await sendFile(request, reply, root, path, isHashed))) return reply;
  if (FILES_ONLY.some((folder) => path.startsWith(folder))) return notFound(reply);
  void reply.headers(pageHeaders(path, hasCardPayment));
  return (await sendFile(request, reply, root, '/index.html', false)) ? reply : notFound(reply);
}

/** False when there is no such file below `root`. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  path: string,
  immutable: boolean,
): Promise<boolean> {
  const file = await send(request.raw, path, { root, dotfiles: 'ignore', cacheControl: false, index: false });
  if (file.type !== 'file') {
    file.stream.destroy();
    return false;
  }
  void reply
    .status(file.statusCode)
    .headers(file.headers)
    .header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .send(file.stream);
  return true;
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
