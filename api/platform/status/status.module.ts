import { Global, Module } from '@nestjs/common';
import { NodeVitals } from './node-vitals.js';
import { PlatformStatus } from './platform-status.js';
import { StatusMetrics } from './status-metrics.js';
import { StatusSampler } from './status-sampler.js';

/** How the platform is: sampled by every node, told to operators. */
@Global()
@Module({ providers: [NodeVitals, PlatformStatus, StatusMetrics, StatusSampler], exports: [PlatformStatus] })
export class StatusModule {}
