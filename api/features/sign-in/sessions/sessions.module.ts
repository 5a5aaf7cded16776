import { Module } from '@nestjs/common';
import { SignInModule } from '../sign-in.module.js';
import { CreateSessionController } from './create-session/create-session.controller.js';
import { CreateSessionHandler } from './create-session/create-session.handler.js';
import { EndSessionController } from './end-session/end-session.controller.js';
import { EndSessionHandler } from './end-session/end-session.handler.js';
import { EndOwnSessionHandler } from './own-sessions/end-own-session.handler.js';
import { OwnSessionsController } from './own-sessions/own-sessions.controller.js';
import { RefreshSessionController } from './refresh-session/refresh-session.controller.js';
import { RefreshSessionHandler } from './refresh-session/refresh-session.handler.js';
import { SessionRolesController } from './session-roles/session-roles.controller.js';

/** Sign-in sessions: starts, refreshes and ends them. */
@Module({
  imports: [SignInModule],
  controllers: [
    OwnSessionsController,
    CreateSessionController,
    RefreshSessionController,
    EndSessionController,
    SessionRolesController,
  ],
  providers: [CreateSessionHandler, EndOwnSessionHandler, EndSessionHandler, RefreshSessionHandler],
})
export class SessionsModule {}
