import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { RefreshFamilies } from '../../platform/auth/refresh-families.js';
import { SignInThrottle } from './sign-in-throttle.js';

const EVERY_MS = 60 * 60_000;

/** Deletes old sessions and attempts once an hour; safe to run on several nodes. */
@Injectable()
export class SignInPurge implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(SignInPurge.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly families: RefreshFamilies,
    private readonly throttle: SignInThrottle,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.purge(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async purge(): Promise<void> {
    try {
      await this.families.purge();
      await this.throttle.purge();
    } catch (error) {
      this.logger.warn(error);
    }
  }
}
