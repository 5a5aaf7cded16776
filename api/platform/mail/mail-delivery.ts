import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { CLOCK, type Clock } from '../clock.js';
import { isTransientFailure } from '../failures.js';
import { MailComposers } from './mail-composers.js';
import { DomainError } from '../domain-error.js';
import { UnsendableMail } from './mail-message.js';
import { MAIL_TRANSPORT, type MailTransport, type OutgoingMail } from './mail-transport.js';
import { type ClaimedMail, type MailKey, MailOutbox } from './mail-outbox.js';

const SEND_WITHIN_MS = 40_000;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60_000;

/**
 * Sends mails of the outbox. Each mail is claimed first, so that only one worker sends it and another continues after a crash.
 * A mail is sent twice only when a worker crashes between the server's confirmation and its record. The Message-ID is then the
 * same (docs/architecture.md#mail).
 */
@Injectable()
export class MailDelivery {
  private readonly logger = new Logger(MailDelivery.name);

  constructor(
    private readonly outbox: MailOutbox,
    private readonly composers: MailComposers,
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns true when the mail server accepted the mail. A failure is logged without the recipient and retried later. */
  async deliver(key: MailKey): Promise<boolean> {
    const claimed = await this.outbox.claim(key);
    if (!claimed) return false;
    try {
      const mail = await this.write(claimed).catch(async (error: unknown) => {
        // The platform's database was unavailable. The mail server was not involved, so the retry needs no delay.
        if (isTransientFailure(error) || isUnavailable(error)) await this.outbox.release(claimed);
        throw error;
      });
      if (mail) await this.transport.send(mail, AbortSignal.timeout(SEND_WITHIN_MS));
      await this.outbox.finish(claimed, mail ? 'sent' : 'dropped');
      return mail !== null;
    } catch (error) {
      await this.retryLater(claimed, error);
      return false;
    }
  }

  private async write(claimed: ClaimedMail): Promise<OutgoingMail | null> {
    const mail = await this.composers.compose(claimed);
    if (!mail) return null;
    const host = this.config.mailFrom.split('@').at(-1)!;
    return { ...mail, messageId: `${claimed.eventId}.${claimed.userId}@${host}`, date: claimed.createdAt };
  }

  private async retryLater(claimed: ClaimedMail, error: unknown): Promise<void> {
    const { kind, eventId, attempts, createdAt } = claimed;
    const isPermanent =
      error instanceof UnsendableMail || this.clock.now().getTime() - createdAt.getTime() > GIVE_UP_AFTER_MS;
    const { code } = error as { code?: unknown };
    // Only the code: servers repeat the recipient's address in the error's message.
    const reason = typeof code === 'string' ? code : (error as Error).name;
    this.logger.warn(`A mail was not sent (${reason})`, { kind, eventId, attempts, givenUp: isPermanent });
    if (isPermanent) await this.outbox.finish(claimed, 'dropped');
    else await this.outbox.postpone(claimed);
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.status === 503;
