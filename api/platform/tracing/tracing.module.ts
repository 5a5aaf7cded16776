import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { NodeIdentity } from '../ops/node-identity.js';
import { openTracer, TRACER } from './tracer.js';

/** Tracing, available to every module. */
@Global()
@Module({
  providers: [
    {
      provide: TRACER,
      inject: [CONFIG, NodeIdentity],
      useFactory: (config: Config, { id }: NodeIdentity) => openTracer(config, id),
    },
  ],
  exports: [TRACER],
})
export class TracingModule {}
