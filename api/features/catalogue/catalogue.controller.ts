import { Controller, Get, Param } from '@nestjs/common';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import { Id } from '../../contracts/primitives.contract.js';
import { Authenticated } from '../../platform/auth/access.decorator.js';
import { CatalogueQuery } from './catalogue.query.js';

/** GET /api/courses/{catalogueId}/headers: "course" here is the content catalogue (decisions K1). */
@Controller('courses/:catalogueId/headers')
@Authenticated()
export class CatalogueController {
  constructor(private readonly catalogue: CatalogueQuery) {}

  @Get()
  async list(@Param('catalogueId', { schema: Id }) catalogueId: string): Promise<readonly Scenario[]> {
    return (await this.catalogue.find(catalogueId)).scenarios;
  }
}
