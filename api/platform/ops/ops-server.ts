import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Metrics } from './metrics.js';
import { ReadinessChecks } from './readiness-checks.js';

/**
 * HTTP server on the operators' port, on loopback unless OPS_HOST is set. Serves `/metrics` and `/health/ready` with details,
 * also as `/health/details`.
 */
@Injectable()
export class OpsServer implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly server = createServer((request, response) => void this.answer(request, response));

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly metrics: Metrics,
    private readonly readiness: ReadinessChecks,
  ) {}

  /** Starts listening on `opsPort` and returns the port; for 0 the system chooses it. @throws EADDRINUSE */
  async listen(): Promise<number> {
    this.server.listen(this.config.opsPort, this.config.opsHost);
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  beforeApplicationShutdown(): void {
    this.readiness.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
      if (request.url === '/metrics') {
        const text = await this.metrics.registry.metrics();
        return void response.writeHead(200, { 'content-type': this.metrics.registry.contentType }).end(text);
      }
      if (request.url === '/health/ready' || request.url === '/health/details') {
        const report = await this.readiness.details();
        return void response
          .writeHead(report.ready ? 200 : 503, { 'content-type': 'application/json' })
          .end(JSON.stringify(report));
      }
      response.writeHead(404).end();
    } catch {
      response.writeHead(500).end();
    }
  }
}
