import { Module } from '@nestjs/common';
import { ConfirmPasswordHandler } from './confirm-password/confirm-password.handler.js';
import { CreateSessionController } from './create-session/create-session.controller.js';
import { CreateSessionHandler } from './create-session/create-session.handler.js';
import { EndSessionController } from './end-session/end-session.controller.js';
import { EndSessionHandler } from './end-session/end-session.handler.js';
import { Identity } from './identity.js';
import { EndOwnSessionHandler } from './own-sessions/end-own-session.handler.js';
import { OwnSessionsController } from './own-sessions/own-sessions.controller.js';
import { RefreshSessionController } from './refresh-session/refresh-session.controller.js';
import { RefreshSessionHandler } from './refresh-session/refresh-session.handler.js';
import { SecurityLog } from './security-log.js';
import { SessionRolesController } from './session-roles/session-roles.controller.js';
import { SignInPurge } from './sign-in-purge.js';
import { SignInThrottle } from './sign-in-throttle.js';
import { SprayedNamesQuery } from './sprayed-names.query.js';

@Module({
  controllers: [
    OwnSessionsController,
    CreateSessionController,
    RefreshSessionController,
    EndSessionController,
    SessionRolesController,
  ],
  providers: [
    ConfirmPasswordHandler,
    CreateSessionHandler,
    EndOwnSessionHandler,
    EndSessionHandler,
    Identity,
    RefreshSessionHandler,
    SecurityLog,
    SignInPurge,
    SignInThrottle,
    SprayedNamesQuery,
  ],
  exports: [SprayedNamesQuery],
})
export class SignInModule {}
