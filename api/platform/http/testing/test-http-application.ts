import { tmpdir } from 'node:os';
import type { DynamicModule, ModuleMetadata } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Config, CONFIG, loadConfig } from '../../../config.js';
import { type Clock, systemClock } from '../../clock.js';
import { OpsModule } from '../../ops/ops.module.js';
import { TracingModule } from '../../tracing/tracing.module.js';
import { createHttpApplication } from '../http-application.js';
import { HttpModule } from '../http.module.js';

const SECRET = 'a secret of the tests, long enough to be accepted as one';

/** Returns a complete test configuration, without logs and with free ports. */
export const testConfig = (overrides: Partial<Config> = {}): Config => ({
  ...loadConfig({
    LOG_LEVEL: 'silent',
    PORT: '0',
    OPS_PORT: '0',
    JWT_SECRET: `${SECRET} 1`,
    MASTER_KEY: `${SECRET} 2`,
    HMAC_KEY: `${SECRET} 3`,
    PASSWORD_PEPPER: `${SECRET} 4`,
    AUDIT_KEY: `${SECRET} 5`,
  }),
  ...overrides,
});

class TestRoot {}
class TestSettings {}

/** Starts a real application with the given controllers and providers. It listens on a free port for `ask`. */
export async function createTestHttpApplication(
  metadata: ModuleMetadata,
  config: Config = testConfig(),
  webRoot: string = `${tmpdir()}/ready-room-without-web`,
  clock: Clock = systemClock,
): Promise<NestFastifyApplication> {
  const settings: DynamicModule = {
    module: TestSettings,
    global: true,
    providers: [{ provide: CONFIG, useValue: config }],
    exports: [CONFIG],
  };
  const root: DynamicModule = {
    module: TestRoot,
    ...metadata,
    imports: [settings, HttpModule.forRoot({ useValue: clock }), OpsModule, TracingModule, ...(metadata.imports ?? [])],
  };
  const app = await createHttpApplication(root, config, webRoot);
  try {
    await app.listen(0, '127.0.0.1');
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}
