import { Module } from '@nestjs/common';
import { CatalogueEditions } from './catalogue-editions.js';
import { CatalogueController } from './catalogue.controller.js';
import { CatalogueQuery } from './catalogue.query.js';
import { ClassCatalogueQuery } from './class-catalogue.query.js';
import { PublishCatalogueHandler } from './publish-catalogue/publish-catalogue.handler.js';
import { PublishDefaultCatalogue } from './publish-default-catalogue.js';
import { SentAnswersController } from './sent-answers/sent-answers.controller.js';
import { SentAnswersQuery } from './sent-answers/sent-answers.query.js';

@Module({
  controllers: [CatalogueController, SentAnswersController],
  providers: [
    CatalogueEditions,
    CatalogueQuery,
    ClassCatalogueQuery,
    PublishCatalogueHandler,
    PublishDefaultCatalogue,
    SentAnswersQuery,
  ],
  exports: [CatalogueQuery, ClassCatalogueQuery],
})
export class CatalogueModule {}
