import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS } from './access.decorator.js';

/** Nest's own mark of a route handler. */
const ROUTE_PATH = 'path';

/** Fails the start when a route does not say who may call it: a forgotten decorator must not wait for its first user. */
@Injectable()
export class RouteAccessCheck implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** @throws Error naming every such route. */
  onApplicationBootstrap(): void {
    const undeclared = this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      const prototype = metatype.prototype as Record<string, () => unknown>;
      return this.scanner
        .getAllMethodNames(prototype)
        .map((name) => ({ name, handler: prototype[name]! }))
        .filter(({ handler }) => Reflect.hasMetadata(ROUTE_PATH, handler))
        .filter(({ handler }) => this.reflector.getAllAndOverride(ACCESS, [handler, metatype]) === undefined)
        .map(({ name }) => `${metatype.name}.${name}`);
    });
    if (undeclared.length === 0) return;
    throw new Error(`Routes need @Public(), @Authenticated() or @Roles(): ${undeclared.join(', ')}`);
  }
}
