import { Injectable } from '@nestjs/common';
import type { Mail } from './mail-transport.js';
import type { ClaimedMail } from './outbox.js';

/** Writes one kind of mail from what is true now; null when nobody should get it any more. */
export type MailComposer = (mail: ClaimedMail) => Promise<Mail | null>;

/** Where features enter the mails they write. */
@Injectable()
export class MailComposers {
  private readonly composers = new Map<string, MailComposer>();

  /** To be called in a constructor. */
  register(kind: string, composer: MailComposer): void {
    this.composers.set(kind, composer);
  }

  compose(mail: ClaimedMail): Promise<Mail | null> {
    const composer = this.composers.get(mail.kind);
    if (!composer) throw new Error(`Nobody writes mails of kind ${mail.kind}`);
    return composer(mail);
  }
}
