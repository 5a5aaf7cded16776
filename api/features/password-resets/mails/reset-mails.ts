import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../../config.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import { MailComposers } from '../../../platform/mail/mail-composers.js';
import { renderMail } from '../../../platform/mail/mail-layout.js';
import { MailSweep } from '../../../platform/mail/mail-sweep.js';
import type { Mail } from '../../../platform/mail/mail-transport.js';
import type { ClaimedMail } from '../../../platform/mail/mail-outbox.js';
import type { PasswordChanged, PasswordResetRequested, UserEvent } from '../../people/user.events.js';
import { userByStream } from '../../people/user-by-stream.query.js';
import type { ResetKind } from '../reset-table.js';
import { EnforceReset } from '../enforce-reset/enforce-reset.command.js';
import { Resets } from '../resets.js';
import {
  adminResetMail,
  invitationMail,
  passwordChangedMail,
  resetLinkMail,
  type ResetMail,
} from './reset-mail-texts.js';

type PasswordEvent = Extract<UserEvent, PasswordResetRequested | PasswordChanged>;

const CHANGED = 'password-changed';
/** Mails by kind of reset. The first administrator knows the password already, and an undone change of address sends a link. */
const MAILS: Readonly<Record<Exclude<ResetKind, 'first-start' | 'undo'>, { kind: string; write: ResetMail }>> = {
  link: { kind: 'reset-link', write: resetLinkMail },
  admin: { kind: 'admin-reset', write: adminResetMail },
  invitation: { kind: 'invitation', write: invitationMail },
};

/** Queues the mails about events of passwords, and composes them when they are sent. */
@Injectable()
export class ResetMails {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly resets: Resets,
    private readonly commandBus: CommandBus,
    private readonly mails: MailSweep,
    composers: MailComposers,
    reactors: ReactorRegistry,
  ) {
    for (const { kind, write } of Object.values(MAILS))
      composers.register(kind, (mail) => this.composeLink(mail, write));
    composers.register(CHANGED, (mail) => this.compose(mail, passwordChangedMail));
    const reactor: Reactor<PasswordEvent> = {
      name: 'password-mails',
      handles: ['PasswordResetRequested', 'PasswordChanged'],
      react: (event) => this.react(event),
    };
    reactors.register(reactor);
  }

  private async react(event: RecordedEvent<PasswordEvent>): Promise<void> {
    const { eventId, version, metadata } = event;
    const key = { eventId, userId: event.data.userId };
    const now = new Date(metadata.occurredAt);
    if (event.type === 'PasswordChanged') return this.mails.add(key, CHANGED, now);
    const { by } = event.data;
    if (by === 'undo') return this.commandBus.execute(new EnforceReset(eventId, version, event.data));
    await this.resets.issue(eventId, version, event.data);
    if (by !== 'first-start') await this.mails.add(key, MAILS[by].kind, now);
  }

  /** Returns null, which drops the mail, when the link was used, replaced or has expired, for example during an outage of the mail server. */
  private async composeLink(mail: ClaimedMail, write: ResetMail): Promise<Mail | null> {
    return (await this.resets.isUsableByLink(mail.eventId)) ? this.compose(mail, write) : null;
  }

  /** Composes a mail to the user's current address; null for deleted and erased users. */
  private async compose({ eventId, userId }: ClaimedMail, write: ResetMail): Promise<Mail | null> {
    const found = await userByStream(this.store, userId);
    if (!found || found.user.erased) return null;
    const { username, profile } = found.user;
    const { productName } = this.config;
    const link = new URL('/reset-password', this.config.appUrl ?? `http://${this.config.host}:${this.config.port}`);
    link.searchParams.set('email', profile.email);
    const { token, code } = await this.resets.secretsOf(eventId);
    link.searchParams.set('token', token);
    const content = write({ productName, username, link: link.href, code });
    return renderMail(content, profile.email, this.config);
  }
}
