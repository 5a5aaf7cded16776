import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitsOf } from './limits.decorator.js';
import { unavailable } from './problem.js';
import { sendProblem } from './problem-details.filter.js';

/** Deadline of a request, before the web gives up after 5 s (docs/architecture.md#deadlines). */
const DEADLINE_MS = 4_000;

/**
 * Answers 503 to a request whose answer has not begun within its deadline. Fastify's own `handlerTimeout` covers only requests
 * without a body: its timer is cleared when the whole request has arrived.
 */
export function keepDeadlines(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const deadlineMs = limitsOf(request.routeOptions.config)?.deadlineMs ?? DEADLINE_MS;
    const timer = setTimeout(() => giveUp(request, reply), deadlineMs);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}

/** Leaves an answer alone whose sending has begun: a slow download is not a failure. `reply.sent` is true only at its end. */
function giveUp(request: FastifyRequest, reply: FastifyReply): void {
  if (!reply.sent && !reply.raw.headersSent) sendProblem(request, reply, unavailable());
}
