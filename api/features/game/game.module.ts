import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { StartupController } from './startup.controller.js';
import { UdlAccess } from './udl/udl-access.policy.js';
import { UdlController } from './udl/udl.controller.js';
import { UdlProxy } from './udl/udl-proxy.js';
import { UdlTokens } from './udl/udl-tokens.js';

@Module({
  imports: [JwtModule.register({})],
  controllers: [StartupController, UdlController],
  providers: [UdlAccess, UdlProxy, UdlTokens],
})
export class GameModule {}
