import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { AboutExportQuery } from './about-export.query.js';
import { RecordExportHandler } from './record-export.handler.js';

@Module({
  imports: [CatalogueModule],
  providers: [AboutExportQuery, RecordExportHandler],
  exports: [AboutExportQuery],
})
export class ExportsModule {}
