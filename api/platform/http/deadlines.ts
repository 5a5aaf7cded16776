import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitsOf } from './limits.decorator.js';
import { unavailable } from './problem.js';
import { sendProblem } from './problem-details.filter.js';

/** The client gives up after 5 s (product §9); the server says so before. */
const DEADLINE_MS = 4_000;

/**
 * Answers 503 for whoever takes longer than a request may. Fastify's own `handlerTimeout` does so only for requests without
 * a body: its timer is cleared when all of the request has arrived.
 */
export function keepDeadlines(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const deadlineMs = limitsOf(request.routeOptions.config)?.deadlineMs ?? DEADLINE_MS;
    const timer = setTimeout(() => giveUp(request, reply), deadlineMs);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}

function giveUp(request: FastifyRequest, reply: FastifyReply): void {
  if (!reply.sent) sendProblem(request, reply, unavailable());
}
