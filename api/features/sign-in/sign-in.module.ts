import { Module } from '@nestjs/common';
import { ConfirmPasswordHandler } from './confirm-password/confirm-password.handler.js';
import { Identity } from './identity.js';
import { SecurityLog } from './security-log.js';
import { SignInPurge } from './sign-in-purge.js';
import { SignInThrottle } from './sign-in-throttle.js';
import { SprayedNamesQuery } from './sprayed-names.query.js';

/** Verifies passwords, limits attempts and records them. */
@Module({
  providers: [ConfirmPasswordHandler, Identity, SecurityLog, SignInPurge, SignInThrottle, SprayedNamesQuery],
  exports: [Identity, SecurityLog, SignInThrottle, SprayedNamesQuery],
})
export class SignInModule {}
