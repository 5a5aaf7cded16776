import { Injectable } from '@nestjs/common';
import type { Mail } from './mail-transport.js';
import type { ClaimedMail } from './mail-outbox.js';

/** Writes one kind of mail from the current state. Returns null when the mail is no longer needed. */
export type MailComposer = (mail: ClaimedMail) => Promise<Mail | null>;

/** Registry of the composers of all features, by kind of mail. */
@Injectable()
export class MailComposers {
  private readonly composers = new Map<string, MailComposer>();

  /** Registers a composer. Call it in a constructor. */
  register(kind: string, composer: MailComposer): void {
    this.composers.set(kind, composer);
  }

  compose(mail: ClaimedMail): Promise<Mail | null> {
    const composer = this.composers.get(mail.kind);
    if (!composer) throw new Error(`There is no composer for mails of kind ${mail.kind}`);
    return composer(mail);
  }
}
