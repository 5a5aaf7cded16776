import { Module } from '@nestjs/common';
import { AccessCodesModule } from '../access-codes/access-codes.module.js';
import { CountRefusalHandler, ForgiveRefusalHandler } from './count-refusal/count-refusal.handlers.js';
import { PeopleModule } from '../people/people.module.js';
import { RegisterMemberHandler } from './register-member/register-member.handler.js';
import { RegistrationRules } from './registration-rules.js';
import { RegistrationThrottle } from './registration-throttle.js';
import { RegistrationController } from './registration.controller.js';
import { ValidateRegistrationHandler } from './validate-registration/validate-registration.handler.js';

@Module({
  imports: [AccessCodesModule, PeopleModule],
  controllers: [RegistrationController],
  providers: [
    CountRefusalHandler,
    ForgiveRefusalHandler,
    RegisterMemberHandler,
    RegistrationRules,
    RegistrationThrottle,
    ValidateRegistrationHandler,
  ],
})
export class RegistrationModule {}
