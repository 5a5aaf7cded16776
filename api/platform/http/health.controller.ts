import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth/access.decorator.js';
import { ReadinessChecks } from '../ops/readiness-checks.js';

/** Public health checks, without details. Only the operators' port reports the failing check. */
@Controller('health')
@Public()
export class HealthController {
  constructor(private readonly readiness: ReadinessChecks) {}

  @Get('live')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<{ status: 'ready' | 'not ready' }> {
    const { ready } = await this.readiness.report();
    if (!ready) reply.status(503);
    return { status: ready ? 'ready' : 'not ready' };
  }
}
