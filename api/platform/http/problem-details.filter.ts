import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureText } from '../failures.js';
import { FaultLog } from '../ops/fault-log.js';
import type { AllowedMethods } from './allowed-methods.js';
import type { Refusals } from './refusals.js';
import { byStatus, type ProblemAnswer, toProblem } from './problem.js';
import { traceFields } from '../tracing/tracer.js';

/** Turns every thrown error into problem details (RFC 9457). Logs server errors with the request id. */
@Catch()
export class ProblemDetailsFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');
  private readonly faults = new FaultLog(this.logger);

  constructor(
    private readonly allowedMethods: AllowedMethods,
    private readonly refusals: Refusals,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const answer = this.answerFor(thrown, request, reply);
    if (answer.problem.status >= 500) {
      // For temporary failures the response's own log line is enough.
      if (answer.problem.code === 'INTERNAL')
        this.logger.error(thrown, { requestId: request.id, ...traceFields(request.span) });
      else this.faults.warn(failureText(thrown));
    }
    this.refusals.report(request, answer.problem, thrown);
    sendProblem(request, reply, answer);
  }

  private answerFor(thrown: unknown, request: FastifyRequest, reply: FastifyReply): ProblemAnswer {
    if (!request.is404) return toProblem(thrown);
    const allowed = this.allowedMethods.of(request.url);
    if (allowed.length === 0 || allowed.includes(request.method)) return toProblem(thrown);
    void reply.header('allow', allowed.join(', '));
    return byStatus(405);
  }
}

/** Sends problem details, unless sending the response has already started. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, answer: ProblemAnswer): void {
  if (reply.sent || reply.raw.headersSent) {
    // A response that fails halfway must not look complete.
    if (!reply.raw.writableEnded) reply.raw.destroy();
    return;
  }
  // A compressed response may have been prepared, whose first byte is late or never comes.
  void reply.removeHeader('content-encoding');
  const { problem, retryAfterSeconds } = answer;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)));
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
  void reply
    .status(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify({ ...problem, requestId: request.id }));
}
