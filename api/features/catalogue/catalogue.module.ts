import { Module } from '@nestjs/common';
import { CatalogueEditions } from './catalogue-editions.js';
import { CatalogueController } from './catalogue.controller.js';
import { CatalogueQuery } from './catalogue.query.js';
import { ClassCatalogueQuery } from './class-catalogue.query.js';
import { PublishCatalogueHandler } from './publish-catalogue/publish-catalogue.handler.js';
import { PublishDefaultCatalogue } from './publish-default-catalogue.js';

@Module({
  controllers: [CatalogueController],
  providers: [CatalogueEditions, CatalogueQuery, ClassCatalogueQuery, PublishCatalogueHandler, PublishDefaultCatalogue],
  exports: [CatalogueQuery, ClassCatalogueQuery],
})
export class CatalogueModule {}
