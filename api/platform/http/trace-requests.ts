import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tracer } from '../tracing/tracer.js';
import { isApi } from './fastify-hooks.js';
import { limitsOf } from './limits.decorator.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Span of the request; null when the request is not traced. */
    span: Span | null;
  }
}

/**
 * Adds a span to each API request. Must be called before other hooks are added, so that the span covers them.
 * Skips requests that are held open until something changes, because their duration has no meaning.
 */
export function traceRequests(fastify: FastifyInstance, tracer: () => Tracer): void {
  const end = (request: FastifyRequest, status?: number): void => {
    if (request.span) tracer().endRequest(request.span, request.id, status);
  };
  fastify.decorateRequest('span', null);
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { url: route, config } = request.routeOptions;
    if (route && isApi(route) && !limitsOf(config)?.isHeldOpen) {
      request.span = tracer().startRequest(`${request.method} ${route}`, request.id, request.headers, {
        'http.request.method': request.method,
        'http.route': route,
        'ready_room.request_id': request.id,
      });
    }
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode);
    done();
  });
  fastify.addHook('onRequestAbort', (request, done) => {
    end(request);
    done();
  });
}
