import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyServerOptions, LogController } from 'fastify';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../../config.js';
import { byStatus } from './problem.js';
import { sendProblem } from './problem-details.filter.js';

export const DEFAULT_BODY_LIMIT = 100 * 1024;
/** Longest URL in characters. Schemas limit the length of each parameter. */
export const MAX_URL_LENGTH = 4_096;

const REQUEST_ID = /^[\w.-]{8,64}$/;

/** Returns the options of the Fastify server, apart from those that Nest sets. */
export function fastifyOptions(config: Config, logger: Logger): FastifyServerOptions {
  return {
    loggerInstance: logger,
    // fastify-hooks.ts writes one line per response instead.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    // A function, because Fastify trusts no proxy when it is given a number of hops.
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    bodyLimit: DEFAULT_BODY_LIMIT,
    requestTimeout: 30_000,
    // Longer than proxies keep idle connections. Closing a connection while the proxy reuses it would lose a request.
    keepAliveTimeout: 75_000,
    // An empty last segment is ignored: `/scores/session/{id}/` (docs/rules.md#paths-of-scores).
    routerOptions: { maxParamLength: MAX_URL_LENGTH, ignoreTrailingSlash: true },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id);
      sendProblem(request, reply, byStatus(error.statusCode ?? 400));
    },
  };
}

/** Returns the caller's request id, so that one id identifies a request on all machines. Replaces a malformed id. */
function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : uuidv7();
}

const STATUS_BY_CODE: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Responds to input that cannot be parsed as HTTP and closes the connection. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = STATUS_BY_CODE[error.code ?? ''] ?? 400;
  const body = JSON.stringify(byStatus(status).problem);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
