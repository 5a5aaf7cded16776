import { Module } from '@nestjs/common';
import { Downloads } from './downloads.js';

@Module({ providers: [Downloads], exports: [Downloads] })
export class DownloadsModule {}
