import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Config } from '../../config.js';
import { isApi } from './fastify-hooks.js';
import { type OutsideHosts, pageHeaders } from './security-headers.js';
import { describeUnityBuild, UNITY_BUILD_PATH, unityBuildFolder } from './unity-build.js';
import { unityFileHeaders } from './unity-files.js';

/** Files named by their content never change under one name. */
const HASHED = '/assets/';
const GAME = `${UNITY_BUILD_PATH}/`;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'no-cache';
/** Of a file that is there: changed meanwhile, or shorter than the part that is asked for. */
const REFUSED_PARTS = new Set([412, 416]);
const DOWNLOAD_DEADLINE_MS = 15 * 60_000;

/** Serves the built web from `root`, and the game; without it, pages answer 404 and the API works all the same. */
export function serveWebPages(fastify: FastifyInstance, root: string, config: Config): void {
  const options: RouteShorthandOptions = {
    config: { limits: { deadlineMs: DOWNLOAD_DEADLINE_MS } },
    // Nest sets its handler later than this route is made.
    errorHandler: (error, request, reply) => fastify.errorHandler(error, request, reply),
  };
  fastify.get(`${GAME}*`, options, (request, reply) => answerGameFile(request, reply, root, config));
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

/** A file of the game: kept for good only under the version it has right now, for a build can be put over another. */
async function answerGameFile(
  request: FastifyRequest,
  reply: FastifyReply,
  webRoot: string,
  { unityBuild }: Config,
): Promise<FastifyReply> {
  const root = unityBuildFolder(unityBuild, webRoot);
  const path = pathOf(request).slice(UNITY_BUILD_PATH.length);
  const asked = new URLSearchParams(request.url.slice(request.url.indexOf('?') + 1)).get('v');
  const isCurrent = Boolean(asked) && asked === (await describeUnityBuild(unityBuild, root)).version;
  const headers = { ...unityFileHeaders(path), 'cache-control': isCurrent ? IMMUTABLE : REVALIDATED };
  return (await sendFile(request, reply, { root, path, headers })) ? reply : notFound(reply);
}

interface WantedFile {
  root: string;
  path: string;
  /** Instead of those that follow from the file. */
  headers: Readonly<Record<string, string>>;
}

/** False when there is no such file below `root`. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, wanted: WantedFile): Promise<boolean> {
  const { root, path, headers } = wanted;
  const file = await send(request.raw, path, { root, dotfiles: 'ignore', cacheControl: false, index: false });
  if (file.type !== 'file') {
    file.stream.destroy();
    if (!REFUSED_PARTS.has(file.statusCode)) return false;
    const range = (file.headers as Record<string, string>)['Content-Range'];
    void reply.headers(range ? { 'content-range': range } : {});
    throw Object.assign(new Error('The file has not what is asked of it.'), { statusCode: file.statusCode });
  }
  void reply.status(file.statusCode).headers(file.headers).headers(headers).send(file.stream);
  return true;
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
