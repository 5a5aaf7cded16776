import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { userDecider } from '../user.decider.js';
import { userStream } from '../user.events.js';
import { Accounts, refuse } from '../accounts.js';
import { UpdateUser } from './change-user.commands.js';
import { Moves } from './moves.js';

@CommandHandler(UpdateUser)
export class UpdateUserHandler implements ICommandHandler<UpdateUser> {
  constructor(
    private readonly accounts: Accounts,
    private readonly commands: Commands,
    private readonly claims: Claims,
    private readonly moves: Moves,
  ) {}

  /** The new e-mail is claimed first, then a seat is taken, then everything is recorded at once. */
  async execute({ actor, userId, changes, context }: UpdateUser): Promise<AppendResult | undefined> {
    const { user, isRepeat } = await this.accounts.toChange(actor, 'edit', userId, context.commandId);
    if (isRepeat) return undefined;
    const { organizationId, email, firstName, lastName, rankTitle } = changes;
    const isMove = organizationId !== undefined && organizationId !== user.organizationId;
    if (isMove) refuse(actor, 'move', user);
    const stream = userStream(userId);
    const record = async (emailHmac?: string): Promise<AppendResult | undefined> => {
      const profile = withoutUndefined({ email, emailHmac, firstName, lastName, rankTitle });
      const command = { type: 'Update', profile, organizationId } as const;
      const append = () => this.commands.handle(userDecider, stream, command, context);
      return (await (isMove ? this.moves.during(user, organizationId, context, append) : append())).appended;
    };
    if (email === undefined) return record();
    const claim = { kind: 'email', value: email, field: 'Email', message: 'Email is already registered.' };
    return this.claims.replacing({ id: userId, stream }, claim, record);
  }
}

const withoutUndefined = <T extends object>(changes: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
