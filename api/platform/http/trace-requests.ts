import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tracer } from '../tracing/tracer.js';
import { isApi } from './fastify-hooks.js';
import { limitsOf } from './limits.decorator.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; null when it is not traced. */
    span: Span | null;
  }
}

/**
 * Adds a span to each API request. Must be called before other hooks are added, so that their log lines belong to it. Requests that
 * are held open until there is news are left out: their duration means nothing.
 */
export function traceRequests(fastify: FastifyInstance, tracer: () => Tracer): void {
  const within = (request: FastifyRequest, work: () => void): void =>
    request.span ? tracer().within(request.span, work) : work();
  const end = (request: FastifyRequest, status?: number): void => {
    if (request.span) tracer().endRequest(request.span, status);
  };
  fastify.decorateRequest('span', null);
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { url: route, config } = request.routeOptions;
    if (route && isApi(route) && !limitsOf(config)?.isHeldOpen) {
      request.span = tracer().startRequest(`${request.method} ${route}`, request.headers, {
        'http.request.method': request.method,
        'http.route': route,
        'ready_room.request_id': request.id,
      });
    }
    within(request, done);
  });
  // Fastify reads the body in the context of the connection, so the context of the request is entered again.
  fastify.addHook('preValidation', (request, _reply, done) => within(request, done));
  fastify.addHook('onResponse', (request, reply, done) => {
    within(request, done);
    end(request, reply.statusCode);
  });
  fastify.addHook('onRequestAbort', (request, done) => {
    end(request);
    done();
  });
}
