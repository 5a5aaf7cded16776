import { Global, Module } from '@nestjs/common';
import { Dependencies } from './dependencies.js';
import { Metrics } from './metrics.js';
import { NodeIdentity } from './node-identity.js';
import { OpsServer } from './ops-server.js';
import { ReadinessChecks } from './readiness-checks.js';
import { WorkQueues } from './work-queues.js';

/** Health checks and metrics, available to every module. */
@Global()
@Module({
  providers: [Dependencies, NodeIdentity, ReadinessChecks, Metrics, OpsServer, WorkQueues],
  exports: [Dependencies, NodeIdentity, ReadinessChecks, Metrics, OpsServer, WorkQueues],
})
export class OpsModule {}
