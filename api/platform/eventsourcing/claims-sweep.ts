import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Claims } from './claims.js';

const EVERY_MS = 60_000;

/** Settles expired pending claims every minute. Several nodes may run it at the same time. */
@Injectable()
export class ClaimsSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ClaimsSweep.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly claims: Claims) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.claims.sweep().catch((error: unknown) => this.logger.warn(error));
    }, EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
