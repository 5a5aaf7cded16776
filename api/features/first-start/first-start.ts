import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidv5 } from 'uuid';
import { CONFIG, type Config, ConfigError } from '../../config.js';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { DomainError } from '../../platform/domain-error.js';
import { handleCommand } from '../../platform/eventsourcing/command-handling.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { LogAdoption } from '../../platform/eventsourcing/log-adoption.js';
import { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { RequireNewPassword } from '../password-resets/require-new-password/require-new-password.command.js';
import { RegisterUser } from '../people/register-user/register-user.command.js';
import { demoAccounts } from './demo-accounts.js';
import { announceDemo } from './announce-demo.js';
import { DemoExposure } from './demo-exposure.js';
import type { PlatformInitialised } from './platform.events.js';
import { platformStream } from './platform.stream.js';
import { SeedDemo } from './seed-demo.js';

/** Command id of the first start, so that two workers that start concurrently record it once. */
const FIRST_START_ID = '0198c0de-0004-7000-8000-000000000000';

/** Longer than the read models need for the demo's past; the start succeeds even when they take longer. */
const SHOWN_WITHIN_MS = 10_000;

/**
 * Creates the first accounts of an empty installation: the demo's, or the administrator in the settings
 * (docs/rules.md#first-administrator).
 */
@Injectable()
export class FirstStart implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commandBus: CommandBus,
    private readonly demo: SeedDemo,
    private readonly exposure: DemoExposure,
    private readonly progress: Progress,
    private readonly adoption: LogAdoption,
  ) {}

  /** @throws ConfigError when no account could ever sign in, or when other machines could reach demo accounts. */
  async onApplicationBootstrap(): Promise<void> {
    await this.adoption.run(() => this.exposure.assertNoneEnabled());
    if (this.config.roles.includes('worker')) await this.adoption.run(() => this.begin());
  }

  private async begin(): Promise<void> {
    if (await platformStream.of().state(this.store)) return;
    const { demo, bootstrapAdmin, dataDir } = this.config;
    if (demo) {
      this.exposure.assertMayBeMade();
      const { file, accounts } = await demoAccounts(dataDir);
      await this.demo.run(accounts);
      announceDemo(accounts, file);
    } else if (bootstrapAdmin) await this.registerAdmin(bootstrapAdmin);
    else {
      throw new ConfigError([
        'No account exists yet: set BOOTSTRAP_ADMIN_USERNAME, BOOTSTRAP_ADMIN_EMAIL and BOOTSTRAP_ADMIN_PASSWORD, or DEMO=on.',
      ]);
    }
    await this.recordDone(demo ? 'demo' : 'bootstrap-admin');
    // Waits, so that the first page shows the complete past.
    await this.progress.waitFor(await this.store.head(), SHOWN_WITHIN_MS);
  }

  private async registerAdmin(admin: NonNullable<Config['bootstrapAdmin']>): Promise<void> {
    const registration = {
      ...admin,
      firstName: '',
      lastName: '',
      rankTitle: '',
      role: 'SystemAdmin',
      organizationId: null,
      through: 'first-start',
    } as const;
    const context = systemContext(this.clock.now(), undefined, FIRST_START_ID);
    const { userId } = await this.commandBus.execute(new RegisterUser(registration, context)).catch(explained);
    const next = systemContext(this.clock.now(), undefined, uuidv5('new-password', FIRST_START_ID));
    await this.commandBus.execute(new RequireNewPassword(userId, next));
  }

  private async recordDone(what: PlatformInitialised['data']['with']): Promise<void> {
    const context = systemContext(this.clock.now(), undefined, FIRST_START_ID);
    await handleCommand(this.store, platformStream.of(), { with: what }, context);
  }
}

/** An interrupted first start may have stored the password before it recorded the account. */
function explained(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== 'IDEMPOTENCY_KEY_REUSED') throw error;
  throw new ConfigError([
    'An earlier first start was interrupted: start with the same BOOTSTRAP_ADMIN_USERNAME, BOOTSTRAP_ADMIN_EMAIL and BOOTSTRAP_ADMIN_PASSWORD once more.',
  ]);
}
