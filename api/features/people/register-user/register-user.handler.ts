import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Credentials } from '../../../platform/auth/credentials.js';
import { hashingSourceOf } from '../../../platform/auth/passwords.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { compensationOf } from '../../../platform/eventsourcing/system-context.js';
import { isRegisteredAs, keyReused, userStream } from '../user.stream.js';
import { accountClaims, accountOwner, RegisterUser, type RegisteredUser } from './register-user.command.js';
import { RegistrationRepeats } from './registration-repeats.query.js';

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(
    private readonly repeats: RegistrationRepeats,
    private readonly commands: Commands,
    private readonly claims: Claims,
    private readonly credentials: Credentials,
  ) {}

  /**
   * Claims user name and e-mail address before it sets the password. Every account that can sign in therefore owns its name. Of two people
   * whose requests have one key, only the first to store a password is registered; `isRepeat` cannot tell concurrent requests apart.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED, ALREADY_TAKEN
   */
  async execute({ registration, context }: RegisterUser): Promise<RegisteredUser> {
    const userId = context.commandId;
    const { password, disabledBy, ...profile } = registration;
    if (await this.repeats.isRepeat(userId, profile)) return { userId, appended: undefined };
    const stream = userStream.of(userId);
    const appended = await this.claims.withClaims(
      accountOwner(userId),
      accountClaims(profile),
      async (held) => {
        if (password !== null) {
          const now = new Date(context.metadata.occurredAt);
          const isOwn = await this.credentials.create(userId, password, now, hashingSourceOf(context.metadata));
          if (!isOwn) throw keyReused();
        }
        const [usernameHmac, emailHmac] = held.hmacs;
        const data = { userId, ...profile, usernameHmac: usernameHmac!, emailHmac: emailHmac! };
        const command = { type: 'Register', registration: data, disabledBy } as const;
        const { state, appended } = await this.commands.handle(stream, command, context, held);
        // A concurrent registration with the same key and an equal password has the same event id.
        if (!isRegisteredAs(data, state)) throw keyReused();
        return appended;
      },
      () => this.commands.handle(stream, { type: 'Delete' }, compensationOf(context)),
    );
    return { userId, appended };
  }
}
