import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller answers would gain less than the headers of the compression cost. */
const THRESHOLD_BYTES = 1_024;

/**
 * Routes whose answers carry a token or an access code. The length of a compressed answer can reveal a secret in it to an attacker
 * who controls another part of the same answer (BREACH). Join codes of courses are compressed: instructors show them to a class.
 */
const SECRET_PATHS = ['/api/auth/', '/api/users/passwordResets/', '/api/users/accessCodes/', '/api/payments/'];

const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.-]+\+)?json\b)/;

/** Compresses JSON and text of the routes that are added later. File routes opt out: the build compresses their files. */
export function compressAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (SECRET_PATHS.some((path) => `${route.url}/`.startsWith(path))) route.compress = false;
  });
  void fastify.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: THRESHOLD_BYTES,
    customTypes: COMPRESSIBLE,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}
