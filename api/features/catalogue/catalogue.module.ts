import { Module } from '@nestjs/common';
import { CatalogueController } from './catalogue.controller.js';
import { CatalogueQuery } from './catalogue.query.js';
import { PublishCatalogueHandler } from './publish-catalogue.handler.js';
import { PublishDefaultCatalogue } from './publish-default-catalogue.js';

@Module({
  controllers: [CatalogueController],
  providers: [CatalogueQuery, PublishCatalogueHandler, PublishDefaultCatalogue],
  exports: [CatalogueQuery],
})
export class CatalogueModule {}
