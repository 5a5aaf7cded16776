import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, ConfigError } from '../../config.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { foldUsers } from '../people/user-by-stream.query.js';
import { DEMO_USERNAMES } from './demo-accounts.js';
import { demoUserId } from './seed-demo.js';

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/i;

/**
 * Restricts demo accounts to this machine unless DEMO=on was set. Their passwords are stored in a file and one of them is a system admin.
 * An interface other than loopback would open the platform to the whole network.
 */
@Injectable()
export class DemoExposure {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** Checks before demo accounts are created. @throws ConfigError when other machines could reach them */
  assertMayBeMade(): void {
    if (this.isExposed()) throw this.refusal('set HOST=127.0.0.1, or DEMO=off and the BOOTSTRAP_ADMIN_… settings');
  }

  /** Checks at every start. @throws ConfigError when other machines could reach enabled demo accounts */
  async assertNoneEnabled(): Promise<void> {
    if (!this.isExposed()) return;
    const users = await foldUsers(this.store, DEMO_USERNAMES.map(demoUserId));
    if (users.some(({ status }) => status === 'enabled'))
      throw this.refusal('set HOST=127.0.0.1, or disable the demo accounts first');
  }

  private isExposed(): boolean {
    const { roles, host, isDemoChosen } = this.config;
    return roles.includes('http') && !isDemoChosen && !LOOPBACK.test(host);
  }

  private refusal(remedy: string): ConfigError {
    return new ConfigError([
      `HOST=${this.config.host} would let other machines use the demo accounts: ${remedy}, or set DEMO=on to allow it.`,
    ]);
  }
}
