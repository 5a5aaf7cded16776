import { Global, Module } from '@nestjs/common';
import { RIGHTS_SOURCE } from '../../platform/auth/rights.js';
import { DisableUserHandler } from './disable-user/disable-user.handler.js';
import { GetUserController } from './get-user/get-user.controller.js';
import { GetUserQuery } from './get-user/get-user.query.js';
import { UsersQueries } from './list-users/users.query.js';
import { PeopleRights } from './people-rights.js';
import { ErasedPeople } from './privacy/erased-people.js';
import { ErasureSync } from './privacy/erasure-sync.js';
import { RegisterUserHandler } from './register-user/register-user.handler.js';
import { RegistrationRepeats } from './register-user/registration-repeats.query.js';

/** Global, because the platform asks it what a signed-in person may do right now. */
@Global()
@Module({
  controllers: [GetUserController],
  providers: [
    DisableUserHandler,
    ErasedPeople,
    ErasureSync,
    GetUserQuery,
    RegisterUserHandler,
    RegistrationRepeats,
    UsersQueries,
    { provide: RIGHTS_SOURCE, useClass: PeopleRights },
  ],
  exports: [RIGHTS_SOURCE, RegistrationRepeats, UsersQueries],
})
export class PeopleModule {}
