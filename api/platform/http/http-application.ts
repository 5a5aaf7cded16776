import { join } from 'node:path';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type DynamicModule, StandardSchemaSerializerInterceptor, type Type } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '../../config.js';
import { CLOCK, type Clock } from '../clock.js';
import { createLogger, NestLogger } from '../ops/logger.js';
import { Metrics } from '../ops/metrics.js';
import { AllowedMethods } from './allowed-methods.js';
import { offerApiDocs } from './api-docs.js';
import { installHooks } from './fastify-hooks.js';
import { fastifyOptions } from './fastify-options.js';
import { GameBuild } from './game-build.js';
import { ProblemDetailsFilter } from './problem-details.filter.js';
import { Refusals } from './refusals.js';
import { PACKAGE_ROOT } from '../ops/package-info.js';
import { TRACER, type Tracer } from '../tracing/tracer.js';
import { traceRequests } from './trace-requests.js';
import { ValidationPipe } from './schema-violation.js';
import { serveWebPages } from './web-pages.js';

/** Output folder of the web build. */
const WEB_ROOT = join(PACKAGE_ROOT, 'dist', 'web');
/** Routes outside `/api`. */
const UNPREFIXED = ['config.json', 'health/live', 'health/ready'];

/**
 * Creates the HTTP side of the platform around a root module: Nest on Fastify with parsers, headers, limits, problem details
 * and pages (docs/architecture.md#http). It does not listen yet. The root module imports HttpModule, OpsModule and
 * TracingModule.
 */
export async function createHttpApplication(
  rootModule: Type<unknown> | DynamicModule,
  config: Config,
  webRoot: string = WEB_ROOT,
): Promise<NestFastifyApplication> {
  let tracer: Tracer | null = null;
  const logger = createLogger(config.logLevel);
  const adapter = new FastifyAdapter(fastifyOptions(config, logger));
  const fastify = adapter.getInstance();
  const allowedMethods = new AllowedMethods();
  let metrics: Metrics | undefined;
  let clock: Clock | undefined;
  let game: GameBuild | undefined;
  if (config.tracing) traceRequests(fastify, () => tracer!);
  installHooks(fastify, allowedMethods, () => metrics);
  fastify.decorateRequest('clock', { getter: () => clock! });
  serveWebPages(fastify, webRoot, config, () => game!);

  const app = await NestFactory.create<NestFastifyApplication>(rootModule, adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  tracer = app.get<Tracer | null>(TRACER);
  metrics = app.get(Metrics);
  clock = app.get<Clock>(CLOCK);
  game = app.get(GameBuild);
  app.setGlobalPrefix('api', { exclude: UNPREFIXED });
  app.useGlobalPipes(new ValidationPipe());
  // Responses of routes with @SerializeOptions({ schema }) contain only the fields of the contract.
  app.useGlobalInterceptors(new StandardSchemaSerializerInterceptor(app.get(Reflector)));
  app.useGlobalFilters(new ProblemDetailsFilter(allowedMethods, app.get(Refusals)));
  offerApiDocs(app, config);
  return app;
}

/** Closes each connection after its next response, so that clients with open connections reconnect to another node. */
export function closeConnectionsAfterResponses(server: Server): void {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
}

/**
 * Tracks connections that have not sent a byte. Browsers open connections ahead of need, and Node treats an unused connection
 * as an active request, which would delay the shutdown.
 * @returns a function that closes those connections; call it right before closing the server
 */
export function trackUnusedConnections(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
}
