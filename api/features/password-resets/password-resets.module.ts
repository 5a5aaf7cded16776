import { Module } from '@nestjs/common';
import { PasswordEventsModule } from '../people/password-events/password-events.module.js';
import { ChangeOwnPasswordController } from './change-own-password/change-own-password.controller.js';
import { ChangeOwnPasswordHandler } from './change-own-password/change-own-password.handler.js';
import { EnforceResetHandler } from './enforce-reset/enforce-reset.handler.js';
import { InviteUserHandler } from './invite-user/invite-user.handler.js';
import { ResetMails } from './mails/reset-mails.js';
import { PasswordChanges } from './password-changes.js';
import { RequestLinkController } from './request-link/request-link.controller.js';
import { ResetRequests } from './request-link/reset-requests.js';
import { ServeRequests } from './request-link/serve-requests.js';
import { RequireNewPasswordHandler } from './require-new-password/require-new-password.handler.js';
import { ResetByLinkController } from './reset-by-link/reset-by-link.controller.js';
import { ResetByLinkHandler } from './reset-by-link/reset-by-link.handler.js';
import { CheckThrottle } from './reset-by-username/check-throttle.js';
import { ResetByUsernameController } from './reset-by-username/reset-by-username.controller.js';
import { ResetByUsernameHandler } from './reset-by-username/reset-by-username.handler.js';
import { ResetOfUserController } from './reset-of-user/reset-of-user.controller.js';
import { ResetOfUserHandler } from './reset-of-user/reset-of-user.handler.js';
import { CheckResetHandler, ResetProofs } from './reset-proofs.js';
import { ResetSecrets } from './reset-secrets.js';
import { ResetTable } from './reset-table.js';
import { Resets } from './resets.js';
import { UsableReset } from './usable-reset.js';

@Module({
  imports: [PasswordEventsModule],
  controllers: [
    ChangeOwnPasswordController,
    RequestLinkController,
    ResetByLinkController,
    ResetOfUserController,
    ResetByUsernameController,
  ],
  providers: [
    ChangeOwnPasswordHandler,
    CheckResetHandler,
    CheckThrottle,
    EnforceResetHandler,
    InviteUserHandler,
    PasswordChanges,
    RequireNewPasswordHandler,
    ResetByLinkHandler,
    ResetByUsernameHandler,
    ResetMails,
    ResetOfUserHandler,
    ResetProofs,
    ResetRequests,
    Resets,
    ResetSecrets,
    ResetTable,
    ServeRequests,
    UsableReset,
  ],
})
export class PasswordResetsModule {}
