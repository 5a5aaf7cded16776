import { Module } from '@nestjs/common';
import { DisableUserHandler } from './disable-user/disable-user.handler.js';
import { ErasedPeople } from './privacy/erased-people.js';
import { ErasureSync } from './privacy/erasure-sync.js';
import { FreshKeys } from './privacy/fresh-keys.js';
import { InterruptedErasures } from './privacy/interrupted-erasures.js';
import { RegisterUserHandler } from './register-user/register-user.handler.js';
import { RegistrationRepeats } from './register-user/registration-repeats.query.js';
import { RememberCourseHandler } from './remember-course/remember-course.handler.js';

/** Commands and queries about people that every feature can use. Depends on no other feature. */
@Module({
  providers: [
    DisableUserHandler,
    ErasedPeople,
    ErasureSync,
    FreshKeys,
    InterruptedErasures,
    RegisterUserHandler,
    RegistrationRepeats,
    RememberCourseHandler,
  ],
  exports: [RegistrationRepeats, RememberCourseHandler],
})
export class PeopleModule {}
