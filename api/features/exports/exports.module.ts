import { Module } from '@nestjs/common';
import { RecordExportHandler } from './record-export.handler.js';

@Module({ providers: [RecordExportHandler] })
export class ExportsModule {}
