import { Module } from '@nestjs/common';
import {
  CancelEmailChangeHandler,
  ConfirmEmailHandler,
  ResendEmailChangeHandler,
  RestoreEmailHandler,
} from './email-change/email-change.handlers.js';
import { EmailChanges } from './email-changes.js';
import { EmailSecrets } from './email-change/email-secrets.js';
import { EmailMails } from './email-change/email-mails.js';
import { OwnAccountController } from './own-account/own-account.controller.js';
import { OwnAccountQuery } from './own-account/own-account.query.js';

/** The signed-in person's own account and its e-mail address. */
@Module({
  controllers: [OwnAccountController],
  providers: [
    CancelEmailChangeHandler,
    ConfirmEmailHandler,
    EmailChanges,
    EmailMails,
    EmailSecrets,
    OwnAccountQuery,
    ResendEmailChangeHandler,
    RestoreEmailHandler,
  ],
  exports: [EmailChanges],
})
export class OwnAccountModule {}
