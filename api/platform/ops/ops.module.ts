import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { openTracer, TRACER } from '../tracing/tracer.js';
import { Dependencies } from './dependencies.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { NodeIdentity } from './node-identity.js';
import { OpsServer } from './ops-server.js';
import { ReadinessChecks } from './readiness-checks.js';
import { WorkQueues } from './work-queues.js';

/** Health, metrics and traces, for every module to use. */
@Global()
@Module({
  controllers: [HealthController],
  providers: [
    Dependencies,
    NodeIdentity,
    ReadinessChecks,
    Metrics,
    OpsServer,
    WorkQueues,
    {
      provide: TRACER,
      inject: [CONFIG, NodeIdentity],
      useFactory: (config: Config, { id }: NodeIdentity) => openTracer(config, id),
    },
  ],
  exports: [TRACER, Dependencies, NodeIdentity, ReadinessChecks, Metrics, OpsServer, WorkQueues],
})
export class OpsModule {}
