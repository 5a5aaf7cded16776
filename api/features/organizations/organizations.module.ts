import { Module } from '@nestjs/common';
import {
  ChangeUserLimitHandler,
  SetOrganizationPaidHandler,
} from './change-organization/change-organization.handlers.js';
import { ChangeOrganizationController } from './change-organization/change-organization.controller.js';
import { CreateOrganizationHandler } from './create-organization/create-organization.handler.js';
import { DeleteOrganizationHandler } from './delete-organization/delete-organization.handler.js';
import { OrganizationDeletion } from './delete-organization/organization-deletion.js';
import { OrganizationsController } from './read-organizations/organizations.controller.js';
import { organizationsTopic } from './read-organizations/organizations.live.js';
import { OrganizationsQuery } from './read-organizations/organizations.query.js';

@Module({
  controllers: [OrganizationsController, ChangeOrganizationController],
  providers: [
    ChangeUserLimitHandler,
    CreateOrganizationHandler,
    DeleteOrganizationHandler,
    OrganizationDeletion,
    organizationsTopic,
    OrganizationsQuery,
    SetOrganizationPaidHandler,
  ],
})
export class OrganizationsModule {}
