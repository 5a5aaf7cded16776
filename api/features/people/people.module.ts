import { Global, Module } from '@nestjs/common';
import { RIGHTS_SOURCE } from '../../platform/auth/rights.js';
import { GetUserController } from './get-user/get-user.controller.js';
import { GetUserHandler } from './get-user/get-user.query.js';
import { PeopleRights } from './people-rights.js';
import { RegisterUserHandler } from './register-user/register-user.handler.js';

/** Global for the one thing the platform asks of it: what a signed-in person may do right now. */
@Global()
@Module({
  controllers: [GetUserController],
  providers: [GetUserHandler, RegisterUserHandler, { provide: RIGHTS_SOURCE, useClass: PeopleRights }],
  exports: [RIGHTS_SOURCE],
})
export class PeopleModule {}
