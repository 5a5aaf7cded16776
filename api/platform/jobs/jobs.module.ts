import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { DATABASE_URLS, type DatabaseUrls } from '../database/pool.js';
import type { JobBackend } from './job-backend.js';
import { JOB_BACKEND, Jobs } from './jobs.js';
import { JobsReport } from './jobs-report.js';
import { postgresJobBackend } from './postgres-job-backend.js';
import { redisJobBackend } from './redis-job-backend.js';

const backend = {
  provide: JOB_BACKEND,
  inject: [CONFIG, DATABASE_URLS],
  useFactory: ({ redisUrl }: Config, { appUrl }: DatabaseUrls): JobBackend =>
    redisUrl ? redisJobBackend(redisUrl) : postgresJobBackend(appUrl),
};

@Global()
@Module({ providers: [backend, Jobs, JobsReport], exports: [Jobs, JobsReport] })
export class JobsModule {}
