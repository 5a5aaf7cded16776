import { Module } from '@nestjs/common';
import {
  ChangeUserLimitHandler,
  RecordClassesHandler,
  SetOrganizationPaidHandler,
} from './change-organization/change-organization.handlers.js';
import { ChangeOrganizationController } from './change-organization/change-organization.controller.js';
import { RecordClassesController } from './change-organization/record-classes.controller.js';
import { CreateOrganizationHandler } from './create-organization/create-organization.handler.js';
import { DeleteOrganizationHandler } from './delete-organization/delete-organization.handler.js';
import { OrganizationDeletion } from './delete-organization/organization-deletion.js';
import { OrganizationsController } from './read-organizations/organizations.controller.js';
import { organizationsTopic } from './read-organizations/organizations.live.js';
import { OrganizationsQuery } from './read-organizations/organizations.query.js';

@Module({
  controllers: [OrganizationsController, ChangeOrganizationController, RecordClassesController],
  providers: [
    ChangeUserLimitHandler,
    CreateOrganizationHandler,
    DeleteOrganizationHandler,
    OrganizationDeletion,
    organizationsTopic,
    OrganizationsQuery,
    RecordClassesHandler,
    SetOrganizationPaidHandler,
  ],
})
export class OrganizationsModule {}
