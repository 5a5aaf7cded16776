import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Config } from '../../config.js';
import { isApi } from './fastify-hooks.js';
import { type OutsideHosts, pageHeaders } from './security-headers.js';
import { notFound, sendFile } from './send-file.js';
import type { GameBuild } from './unity-build.js';
import { serveGameFiles } from './unity-files.js';

/** Files named by their content never change under one name. */
const HASHED = '/assets/';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'no-cache';
const DOWNLOAD_DEADLINE_MS = 15 * 60_000;

/** Serves the built web from `root`, and the game. Without a built web, pages answer 404 and the API works. */
export function serveWebPages(fastify: FastifyInstance, root: string, config: Config, game: () => GameBuild): void {
  const options: RouteShorthandOptions = {
    config: { limits: { deadlineMs: DOWNLOAD_DEADLINE_MS } },
    // Nest sets its handler later than this route is made.
    errorHandler: (error, request, reply) => fastify.errorHandler(error, request, reply),
  };
  serveGameFiles(fastify, options, config, game);
  const outside = {
    hasCardPayment: config.stripe !== undefined,
    gameApiUrl: config.game.udlDirect ? config.game.udlApiUrl : '',
  };
  fastify.get('/*', options, (request, reply) => answer(request, reply, root, outside));
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  outside: OutsideHosts,
): Promise<FastifyReply> {
  const path = pathOf(request);
  if (isApi(path)) return notFound(reply);
  const isHashed = path.startsWith(HASHED);
  const isPage = path === '/' || path === '/index.html';
  const headers = { 'cache-control': isHashed ? IMMUTABLE : REVALIDATED };
  if (!isPage && (await sendFile(request, reply, { root, path, headers }))) return reply;
  // A missing file is missing; everywhere else an unknown path is a page of the web's router.
  if (isHashed) return notFound(reply);
  void reply.headers(pageHeaders(path, outside));
  const page = { root, path: '/index.html', headers: { 'cache-control': REVALIDATED } };
  return (await sendFile(request, reply, page)) ? reply : notFound(reply);
}
