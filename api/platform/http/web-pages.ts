import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Config } from '../../config.js';
import { isApi } from './fastify-hooks.js';
import type { GameBuild } from './game-build.js';
import { gamePageHeaders, pageHeaders } from './security-headers.js';
import { IMMUTABLE, notFound, REVALIDATED, sendFile } from './send-file.js';
import { isTrainingBuild, unityBuildFolder } from './unity-export.js';
import { serveGameFiles } from './unity-files.js';

/** Folder of files with a content hash in their name. The content under one name never changes. */
const HASHED_PATH = '/assets/';
const GAME_PAGE = '/play';
/** Deadline of pages and files. Measuring a large build can exceed the deadline of the API. */
const FIRST_BYTE_DEADLINE_MS = 30_000;

/** Serves the built web from `root`, and the game. Without a built web, pages respond with 404 and the API works. */
export function serveWebPages(fastify: FastifyInstance, root: string, config: Config, game: () => GameBuild): void {
  const options: RouteShorthandOptions = {
    config: { limits: { deadlineMs: FIRST_BYTE_DEADLINE_MS } },
    // Files are sent as stored, so that they keep their length, ranges and strong ETag.
    compress: false,
    // Looked up per request, because Nest sets its error handler after this route is registered.
    errorHandler: (error, request, reply) => fastify.errorHandler(error, request, reply),
  };
  const gameApiUrl = config.game.udlDirect ? config.game.udlApiUrl : '';
  const headersOf = async (path: string): Promise<Record<string, string>> => {
    if (path !== GAME_PAGE) return pageHeaders(path, config.stripe !== undefined);
    return gamePageHeaders(gameApiUrl, (await game().current()).build);
  };
  const pages = new RoutePages(root);
  serveGameFiles(fastify, options, {
    root: unityBuildFolder(config.unityBuild),
    hasCopies: isTrainingBuild(config.unityBuild),
    gameApiUrl,
    game,
  });
  fastify.get('/*', options, (request, reply) => answer(request, reply, { root, pages, headersOf }));
}

interface Web {
  readonly root: string;
  readonly pages: RoutePages;
  readonly headersOf: (path: string) => Promise<Record<string, string>>;
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { root, pages, headersOf }: Web,
): Promise<FastifyReply> {
  const path = request.url.split('?', 1)[0] ?? '/';
  if (isApi(path)) return notFound(reply);
  const isHashed = path.startsWith(HASHED_PATH);
  const isPage = path === '/' || path === '/index.html';
  const headers = { 'cache-control': isHashed ? IMMUTABLE : REVALIDATED };
  if (!isPage && (await sendFile(request, reply, { root, path, headers, hasCopies: true }))) return reply;
  // Every other unknown path is a page of the web's router.
  if (isHashed) return notFound(reply);
  void reply.headers(await headersOf(path));
  const page = { root, path: pages.fileOf(path), headers: { 'cache-control': REVALIDATED }, hasCopies: true };
  return (await sendFile(request, reply, page)) ? reply : notFound(reply);
}

/**
 * The HTML pages that the web build generates, by path. All start the same program. Each lists the files that its path needs,
 * so that browsers load them immediately.
 */
class RoutePages {
  private readonly pages: readonly (readonly [pattern: readonly string[], file: string])[];

  constructor(root: string) {
    this.pages = Object.entries(pagesIn(root)).map(([pattern, file]) => [pattern.split('/'), `/${file}`]);
  }

  fileOf(path: string): string {
    const segments = path.split('/');
    const isOf = (pattern: readonly string[]): boolean =>
      pattern.length === segments.length && pattern.every((part, at) => part.startsWith(':') || part === segments[at]);
    return this.pages.find(([pattern]) => isOf(pattern))?.[1] ?? '/index.html';
  }
}

/** Returns file names by the router's patterns; empty without a built web. */
function pagesIn(root: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(join(root, 'pages.json'), 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
