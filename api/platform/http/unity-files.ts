import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import type { GameBuild } from './game-build.js';
import { gameFileHeaders } from './security-headers.js';
import { accepts, IMMUTABLE, notFound, REVALIDATED, sendFile } from './send-file.js';
import { UNITY_BUILD_PATH } from './unity-build.js';

/** Compressed files of the build itself, which browsers unpack. The game receives other compressed files as stored. */
const ENCODED = /\.(?:data|wasm|js|symbols\.json)\.(?:gz|br)$/;
const ENCODINGS = {
  gz: { name: 'gzip', unpack: () => createGunzip() },
  br: { name: 'br', unpack: () => createBrotliDecompress() },
} as const;

/** Content types by ending; the default is bytes. Documents that could run scripts are served as text. */
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  htm: 'text/plain; charset=utf-8',
  html: 'text/plain; charset=utf-8',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xml: 'text/plain; charset=utf-8',
};

interface GameFiles {
  /** The folder of the build. */
  readonly root: string;
  /** See `WantedFile`. */
  readonly hasCopies: boolean;
  /** URL of the data library if the game requests it directly; '' otherwise. */
  readonly gameApiUrl: string;
  /** Available once the application has been created. */
  readonly game: () => GameBuild;
}

/** Serves the folder of the game build. Browsers cache a file permanently only under the build's current version. */
export function serveGameFiles(
  fastify: FastifyInstance,
  options: RouteShorthandOptions,
  { root, hasCopies, gameApiUrl, game }: GameFiles,
): void {
  // Without this route, the web's router would handle the folder as a page.
  fastify.get(UNITY_BUILD_PATH, options, (_, reply) => notFound(reply));
  fastify.get(`${UNITY_BUILD_PATH}/*`, options, async (request, reply) => {
    const [path = '', query = ''] = request.url.slice(UNITY_BUILD_PATH.length).split('?', 2);
    const { build } = await game().current();
    const version = new URLSearchParams(query).get('v');
    const encoding = encodingOf(path);
    // A request without the header accepts everything.
    const accepted = request.headers['accept-encoding'] ?? '*';
    const isAccepted = !encoding || accepts(accepted, encoding.name);
    const headers = {
      'content-type': typeOf(path, isAccepted),
      'cache-control': build !== null && version === build.version ? IMMUTABLE : REVALIDATED,
      ...(encoding && { vary: 'accept-encoding' }),
      ...(encoding && isAccepted && { 'content-encoding': encoding.name }),
      ...gameFileHeaders(gameApiUrl, build),
    };
    const transform = encoding && !isAccepted ? encoding.unpack : undefined;
    return (await sendFile(request, reply, { root, path, headers, hasCopies, transform })) ? reply : notFound(reply);
  });
}

const endingOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();

function encodingOf(path: string): (typeof ENCODINGS)['gz' | 'br'] | undefined {
  return ENCODED.test(path) ? ENCODINGS[endingOf(path) as 'gz' | 'br'] : undefined;
}

/** Returns the content type of a file; for an encoded file, the type of its content. */
function typeOf(path: string, isSentAsStored: boolean): string {
  // Safari does not unpack gzip of type application/octet-stream (WebKit bug 247421), and WebKitGTK none of application/gzip.
  if (isSentAsStored && path.endsWith('.data.gz')) return 'application/vnd.unity';
  const content = ENCODED.test(path) ? path.slice(0, path.lastIndexOf('.')) : path;
  return TYPES[endingOf(content)] ?? 'application/octet-stream';
}
