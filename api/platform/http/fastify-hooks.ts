import { constants } from 'node:zlib';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validate as isUuid } from 'uuid';
import compress from '@fastify/compress';
import type { Metrics } from '../ops/metrics.js';
import type { AllowedMethods } from './allowed-methods.js';
import { DEFAULT_BODY_LIMIT, MAX_URL_LENGTH } from './fastify-options.js';
import { isForbiddenKey, parseJsonBody } from './json-body.js';
import { ANY_MEDIA_TYPE, CSP_REPORT, limitsOf } from './limits.decorator.js';
import { MalformedRequest } from './malformed-request.js';
import { securityHeaders } from './security-headers.js';
import { traceFields } from '../tracing/tracer.js';
import { unavailable } from './problem.js';
import { sendProblem } from './problem-details.filter.js';

/** Prepares the instance before Nest adds its routes: parsers, cookies, headers, limits, one log line per request. */
export function installHooks(
  fastify: FastifyInstance,
  allowedMethods: AllowedMethods,
  metrics: () => Metrics | undefined,
): void {
  void fastify.register(cookie);
  compressResponses(fastify);
  acceptOnlyJson(fastify);
  enforceDeadlines(fastify);
  proceedTogether(fastify);
  fastify.addHook('onRoute', (route) => {
    allowedMethods.add(route.url, [route.method].flat());
    const bodyLimit = limitsOf(route.config)?.bodyLimit;
    if (bodyLimit) route.bodyLimit = bodyLimit;
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders(request.protocol)).header('x-request-id', request.id);
    if (isApi(request.url)) {
      // Clients measure their clock offset with `x-server-time`, see web/shared/api-client/server-clock.ts.
      reply.headers({ 'cache-control': 'no-store', 'x-server-time': request.clock.now().toISOString() });
    }
    done(refusalOfUrl(request));
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const seconds = reply.elapsedTime / 1_000;
    const route = request.routeOptions.url ?? '(none)';
    const isHeldOpen = limitsOf(request.routeOptions.config)?.isHeldOpen && reply.statusCode < 400;
    if (!isHeldOpen) metrics()?.observeRequest(request.method, route, reply.statusCode, seconds);
    logResponse(request, route, reply.statusCode, seconds);
    done();
  });
}

export const isApi = (url: string): boolean => url.startsWith('/api/') || url === '/api' || url.startsWith('/api?');

function acceptOnlyJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(['application/json', CSP_REPORT], { parseAs: 'buffer' }, (request, body, done) => {
    const limits = limitsOf(request.routeOptions.config);
    if (limits?.mediaType === ANY_MEDIA_TYPE) return done(null, body);
    const isReport = request.headers['content-type']?.startsWith(CSP_REPORT);
    if (isReport && limits?.mediaType !== CSP_REPORT) return done(unsupportedMediaType());
    if (limits?.rawBody) return done(null, body);
    try {
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  fastify.addContentTypeParser('*', async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
    const { mediaType, bodyLimit } = limitsOf(request.routeOptions.config) ?? {};
    if (mediaType !== ANY_MEDIA_TYPE) throw unsupportedMediaType();
    return readUpTo(payload, bodyLimit ?? DEFAULT_BODY_LIMIT);
  });
}

/** Reads a body. Enforces the limit itself, because Fastify does not limit parsers that read the stream. */
async function readUpTo(payload: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of payload) {
    length += piece.length;
    if (length > limit) throw Object.assign(new Error('Payload too large'), { statusCode: 413 });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const unsupportedMediaType = (): Error => Object.assign(new Error('Unsupported media type'), { statusCode: 415 });

function refusalOfUrl(request: FastifyRequest): Error | undefined {
  if (request.url.length > MAX_URL_LENGTH) return new MalformedRequest('The address is too long.');
  if (request.url.includes('%00')) return new MalformedRequest('The address must not contain the NUL character.');
  const query = request.query as object;
  if (Object.keys(query).some(isForbiddenKey)) return new MalformedRequest('The address contains a forbidden key.');
  const twice = Object.entries(query).find(([, value]) => Array.isArray(value));
  return twice && new MalformedRequest(`Query parameter ${twice[0].slice(0, 50)} is given more than once.`);
}

/** Logs a response. Logs the route pattern instead of the URL, which can contain access codes, user names and reset tokens. */
function logResponse(request: FastifyRequest, route: string, status: number, seconds: number): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const quiet = status < 400 && (isRead || limitsOf(request.routeOptions.config)?.isHeldOpen);
  const level = status >= 500 ? 'warn' : quiet ? 'debug' : 'info';
  const { method } = request;
  const ms = Math.round(seconds * 1_000);
  request.log[level](
    { method, route, ids: idsIn(request.params), status, ms, ...traceFields(request.span) },
    'answered',
  );
}

/** Returns the parameters that are UUIDs. They are safe to log; other parameters can be user names or secrets. */
function idsIn(params: unknown): object | undefined {
  const ids = Object.entries(params ?? {}).filter(([, value]) => isUuid(value));
  return ids.length > 0 ? Object.fromEntries(ids) : undefined;
}

/** Smallest compressed response. Below it, compression saves less than its headers add. */
const THRESHOLD_BYTES = 1_024;

/**
 * Routes whose responses contain a token or an access code. They are not compressed. The length of a compressed response can
 * reveal a secret to an attacker who controls another part of it (BREACH). Responses with course codes are compressed, because
 * instructors show the codes to a class.
 */
const SECRET_PATHS = ['/api/auth/', '/api/users/passwordResets/', '/api/users/accessCodes/', '/api/payments/'];

const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.-]+\+)?json\b)/;

/** Compresses JSON and text of the routes that are added later. File routes opt out, because the build compresses their files. */
function compressResponses(fastify: FastifyInstance): void {
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

/** Deadline of a request. It is shorter than the web's timeout of 5 s (docs/architecture.md#deadlines). */
const DEADLINE_MS = 4_000;

/**
 * Responds with 503 when the response to a request has not started by its deadline. Fastify's own `handlerTimeout` covers only
 * requests without a body, because its timer is cleared when the whole request has arrived.
 */
function enforceDeadlines(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const deadlineMs = limitsOf(request.routeOptions.config)?.deadlineMs ?? DEADLINE_MS;
    const timer = setTimeout(() => answerTimeout(request, reply), deadlineMs);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}

/** Sends 503 unless sending has started: a slow download is not a failure. `reply.sent` becomes true only at the end. */
function answerTimeout(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent) return;
  sendProblem(request, reply, unavailable());
  // The handler is still working. Fastify would log a warning about the response that it sends when it succeeds.
  reply.send = () => reply;
}

/**
 * Holds requests until the end of their turn of the event loop, so that requests that arrive together take each step together. The code
 * of a step then stays in the caches of the processor, and a proxy wakes up once for all their responses
 * (docs/decisions/0027-requests-proceed-together.md).
 */
function proceedTogether(fastify: FastifyInstance): void {
  let endOfTurn: Promise<void> | undefined;
  fastify.addHook('preHandler', () => {
    endOfTurn ??= new Promise((resolve) => {
      setImmediate(() => {
        endOfTurn = undefined;
        resolve();
      });
    });
    return endOfTurn;
  });
}
