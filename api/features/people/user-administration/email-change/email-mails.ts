import { Inject, Injectable } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import { CONFIG, type Config } from '../../../../config.js';
import { Claims } from '../../../../platform/eventsourcing/claims.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../../../platform/eventsourcing/message.js';
import { ReactorRegistry } from '../../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../../platform/eventsourcing/projecting/reactor.js';
import { MailComposers } from '../../../../platform/mail/mail-composers.js';
import { renderMail, type MailContent } from '../../../../platform/mail/mail-layout.js';
import { MailSweep } from '../../../../platform/mail/mail-sweep.js';
import type { Mail } from '../../../../platform/mail/mail-transport.js';
import type { ClaimedMail } from '../../../../platform/mail/mail-outbox.js';
import { foldUser, type UserByStream, userByStream } from '../../user-by-stream.query.js';
import type { KnownUser } from '../../user.stream.js';
import type { EmailChangeRequested, UserEvent, UserProfileChanged } from '../../user.events.js';
import { type EmailLink, EmailSecrets } from './email-secrets.js';
import {
  alreadyUsedMail,
  changedByAdminMail,
  confirmationMail,
  type EmailMailFacts,
  nowUsedMail,
  undoMail,
} from './email-mail-texts.js';

type EmailEvent = Extract<UserEvent, EmailChangeRequested | UserProfileChanged>;

const CONFIRMATION = 'email-confirmation';
const TO_PREVIOUS = 'email-changed';
const TO_NEW = 'email-set';

/** Returns a separate id for the mail to the previous address. The outbox accepts one mail for each event and person. */
const previousMailId = (eventId: string): string => uuidv5('previous address', eventId);

/** Mails about changes of e-mail addresses; addresses and tokens are looked up when a mail is sent. */
@Injectable()
export class EmailMails {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly claims: Claims,
    private readonly secrets: EmailSecrets,
    private readonly mails: MailSweep,
    composers: MailComposers,
    reactors: ReactorRegistry,
  ) {
    composers.register(CONFIRMATION, (mail) => this.composeConfirmation(mail));
    composers.register(TO_PREVIOUS, (mail) => this.composeToPrevious(mail));
    composers.register(TO_NEW, (mail) => this.composeToNew(mail));
    const reactor: Reactor<EmailEvent> = {
      name: 'email-mails',
      handles: ['EmailChangeRequested', 'UserProfileChanged'],
      react: (event) => this.react(event),
    };
    reactors.register(reactor);
  }

  private async react({ eventId, type, data, metadata }: RecordedEvent<EmailEvent>): Promise<void> {
    const { userId } = data;
    const now = new Date(metadata.occurredAt);
    if (type === 'EmailChangeRequested') return this.mails.add({ eventId, userId }, CONFIRMATION, now);
    const by = data.emailChange?.by;
    if (by === undefined || by === 'undo') return;
    await this.mails.add({ eventId: previousMailId(eventId), userId }, TO_PREVIOUS, now);
    if (by === 'admin') await this.mails.add({ eventId, userId }, TO_NEW, now);
  }

  /** Returns null, which drops the mail, when the request was replaced, cancelled or confirmed in the meantime. */
  private async composeConfirmation({ eventId, userId }: ClaimedMail): Promise<Mail | null> {
    const found = await this.presentUser(userId);
    const event = found?.past.find((past) => past.eventId === eventId);
    const pending = found?.user.email.pending;
    if (!event || pending?.requestId !== (event.data as EmailChangeRequested['data']).requestId) return null;
    const owner = await this.claims.ownerOf('email', pending.email);
    const write = owner !== null && owner !== userId ? alreadyUsedMail : confirmationMail;
    return this.render(found!.user, pending.email, write, { link: 'confirm', id: pending.requestId });
  }

  private async composeToPrevious({ eventId, userId }: ClaimedMail): Promise<Mail | null> {
    const found = await this.presentUser(userId);
    const event = found?.past.find((past) => previousMailId(past.eventId) === eventId);
    if (!event) return null;
    const { emailChange } = event.data as UserProfileChanged['data'];
    const before = await foldUser(this.store, userId, event.version - 1);
    const isAdmins = emailChange!.by === 'admin';
    // An undone change needs no notice.
    if (!isAdmins && !found!.user.email.restorable.some(({ changeId }) => changeId === emailChange!.id)) return null;
    const write = isAdmins ? changedByAdminMail : undoMail;
    return this.render(found!.user, before!.user.profile.email, write, { link: 'restore', id: emailChange!.id });
  }

  private async composeToNew({ userId }: ClaimedMail): Promise<Mail | null> {
    const found = await this.presentUser(userId);
    return found && this.render(found.user, found.user.profile.email, nowUsedMail);
  }

  private async presentUser(userId: string): Promise<UserByStream | null> {
    const found = await userByStream(this.store, userId);
    return found?.user.erased ? null : found;
  }

  private render(
    { userId, username }: KnownUser,
    to: string,
    write: (facts: EmailMailFacts) => MailContent,
    change?: { readonly link: EmailLink; readonly id: string },
  ): Mail {
    const { productName, appUrl, host, port } = this.config;
    const link = new URL(
      change?.link === 'restore' ? '/restore-email' : '/confirm-email',
      appUrl ?? `http://${host}:${port}`,
    );
    link.searchParams.set('user', userId);
    if (change) link.searchParams.set('token', this.secrets.tokenOf(change.link, change.id));
    return renderMail(write({ productName, username, link: link.href }), to, this.config);
  }
}
