import { Module } from '@nestjs/common';
import {
  ChangeUserLimitHandler,
  SetOrganizationPaidHandler,
} from './change-organization/change-organization.handlers.js';
import { CreateOrganizationHandler } from './create-organization/create-organization.handler.js';

@Module({ providers: [CreateOrganizationHandler, SetOrganizationPaidHandler, ChangeUserLimitHandler] })
export class OrganizationsModule {}
