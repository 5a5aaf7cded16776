import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Config } from '../../config.js';
import { notFound, sendFile } from './send-file.js';
import { type GameBuild, UNITY_BUILD_PATH } from './unity-build.js';
import { unityBuildFolder } from './unity-export.js';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'no-cache';
const ENCODINGS: Readonly<Record<string, string>> = { gz: 'gzip', br: 'br' };
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  wasm: 'application/wasm',
};

/** Serves the folder of the game's build. Files are kept for good only under the version the build has now. */
export function serveGameFiles(
  fastify: FastifyInstance,
  options: RouteShorthandOptions,
  { unityBuild }: Config,
  game: () => GameBuild,
): void {
  const root = unityBuildFolder(unityBuild);
  fastify.get(`${UNITY_BUILD_PATH}/*`, options, async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query = ''] = request.url.slice(UNITY_BUILD_PATH.length).split('?', 2);
    const version = new URLSearchParams(query).get('v');
    const { build } = await game().current();
    const isCurrent = build !== null && version === build.version;
    const headers = { ...unityFileHeaders(path), 'cache-control': isCurrent ? IMMUTABLE : REVALIDATED };
    return (await sendFile(request, reply, { root, path, headers })) ? reply : notFound(reply);
  });
}

/**
 * Headers of a file of the game by its name: a compressed one has the type of what is in it, and the browser unpacks it.
 * What is not known is bytes.
 */
function unityFileHeaders(path: string): Record<string, string> {
  const parts = path.toLowerCase().split('.');
  const encoding = ENCODINGS[parts.at(-1) ?? ''];
  const type = TYPES[parts.at(encoding ? -2 : -1) ?? ''] ?? 'application/octet-stream';
  return { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) };
}
