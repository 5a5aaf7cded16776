import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../config.js';
import { VERSION } from '../ops/package-info.js';

const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
};

const page = (title: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body>
</html>`;

const START = "SwaggerUIBundle({ url: '/api/docs-json', dom_id: '#swagger-ui' });";

/**
 * Serves the OpenAPI document at `/api/docs-json` and its page at `/api/docs`, except in production. The document is generated
 * from the zod schemas at the first request, because loading swagger costs 100 ms and several megabytes.
 */
export function offerApiDocs(app: NestFastifyApplication, config: Config): void {
  if (config.production) return;
  const fastify = app.getHttpAdapter().getInstance();
  let document: Promise<object> | undefined;
  fastify.get('/api/docs-json', async () => (document ??= describe(app, config)));
  fastify.get('/api/docs', (_request, reply) => send(reply, 'text/html', page(`${config.productName} API`)));
  fastify.get('/api/docs/start.js', (_request, reply) => send(reply, 'text/javascript', START));
  for (const [file, type] of Object.entries(ASSETS)) {
    fastify.get(`/api/docs/${file}`, async (_request, reply) => send(reply, type, await readAsset(file)));
  }
}

const send = (reply: FastifyReply, type: string, content: string): FastifyReply =>
  reply.type(`${type}; charset=utf-8`).send(content);

async function describe(app: NestFastifyApplication, config: Config): Promise<object> {
  const { DocumentBuilder, SwaggerModule } = await import('@nestjs/swagger');
  const description = new DocumentBuilder()
    .setTitle(`${config.productName} API`)
    .setVersion(VERSION)
    .addCookieAuth('rr-access')
    .addBearerAuth();
  return SwaggerModule.createDocument(app, description.build());
}

function readAsset(file: string): Promise<string> {
  const swagger = createRequire(import.meta.url).resolve('@nestjs/swagger/package.json');
  const assets = dirname(createRequire(swagger).resolve('swagger-ui-dist/package.json'));
  return readFile(join(assets, file), 'utf8');
}
