import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { secretValues } from '../../config-settings.js';
import { CONFIG, type Config } from '../../config.js';
import { AccessGuard } from './access.guard.js';
import { AccessTokens } from './access-tokens.js';
import { Actors } from './actors.js';
import { Credentials } from './credentials.js';
import { EndedSessions } from './ended-sessions.js';
import { JwtStrategy } from './jwt.strategy.js';
import { LastActive } from './last-active.js';
import { Passwords } from './passwords.js';
import { RefreshFamilies } from './refresh-families.js';
import { RouteAccessCheck } from './access.guard.js';
import { SessionDelivery } from './session-delivery.js';
import { SigningKeys } from './signing-keys.js';
import { SocketAuthentication } from './socket-authentication.js';

/** Authentication: tokens, passwords and the guard of every route. Requires a RIGHTS_SOURCE from a global module. */
@Global()
@Module({
  imports: [PassportModule, JwtModule.register({}), DiscoveryModule],
  providers: [
    {
      provide: SigningKeys,
      inject: [CONFIG],
      useFactory: (config: Config) => new SigningKeys(secretValues(config.secrets.JWT_SECRET!)),
    },
    {
      provide: Passwords,
      inject: [CONFIG],
      useFactory: ({ secrets, passwordCost }: Config) =>
        new Passwords(secretValues(secrets.PASSWORD_PEPPER!), passwordCost),
    },
    { provide: APP_GUARD, useClass: AccessGuard },
    AccessTokens,
    Actors,
    Credentials,
    EndedSessions,
    JwtStrategy,
    LastActive,
    RefreshFamilies,
    RouteAccessCheck,
    SessionDelivery,
    SocketAuthentication,
  ],
  exports: [AccessTokens, Actors, Credentials, RefreshFamilies, SessionDelivery, SocketAuthentication],
})
export class AuthModule {}
