import { Global, Module } from '@nestjs/common';
import { NodeVitals } from './node-vitals.js';
import { PlatformStatus } from './platform-status.js';
import { StatusMetrics } from './status-metrics.js';
import { StatusSampler } from './status-sampler.js';

/** State of the platform, sampled by every node and shown to operators. */
@Global()
@Module({ providers: [NodeVitals, PlatformStatus, StatusMetrics, StatusSampler], exports: [PlatformStatus] })
export class StatusModule {}
