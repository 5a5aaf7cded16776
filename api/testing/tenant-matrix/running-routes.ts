import { RequestMethod, type INestApplication } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';

type Handler = () => unknown;

/** Returns every route under /api of a running application, as `GET /users/:id`, in alphabetical order. */
export function runningRoutes(app: INestApplication): string[] {
  const scanner = new MetadataScanner();
  const routes = app
    .get(DiscoveryService)
    .getControllers()
    .flatMap(({ metatype }) => {
      const prototype = (metatype as unknown as { prototype: Record<string, Handler> }).prototype;
      const bases = pathsOf(metatype as unknown as Handler);
      return scanner
        .getAllMethodNames(prototype)
        .map((name) => prototype[name]!)
        .filter((handler) => Reflect.hasMetadata(METHOD_METADATA, handler))
        .flatMap((handler) => bases.flatMap((base) => pathsOf(handler).map((path) => routeOf(handler, base, path))));
    });
  return routes.filter((route) => !OUTSIDE_API.test(route)).toSorted();
}

/** Health checks and the web's settings are outside the API and public by design. */
const OUTSIDE_API = / \/(health|config\.json)/;

const pathsOf = (target: Handler): string[] => [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();

function routeOf(handler: Handler, base: string, path: string): string {
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  // Without the pattern that some parameters must match.
  const segments = `${base}/${path}`
    .replaceAll(/\(.*?\)/g, '')
    .split('/')
    .filter((segment) => segment !== '');
  return `${method} /${segments.join('/')}`;
}
