import { type ExecutionContext, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../../config.js';
import { DomainError } from '../domain-error.js';
import { type Access, ACCESS } from './access.decorator.js';
import type { Actor } from './actor.js';
import { refuseForeignSite } from './auth-transport.js';
import { LastActive } from './last-active.js';
import { requestToken } from './request-token.js';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Rejects every request to a route that declares no access or does not allow the caller. Runs on every route. */
@Injectable()
export class AccessGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly lastActive: LastActive,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    // SocketAuthentication checks sockets at their handshake, and again when rights change.
    if (context.getType() !== 'http') return true;
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!access) throw new DomainError('FORBIDDEN', 'You are not allowed to do this.', 403);
    if (access.kind === 'public') return true;
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const isByCookie = requestToken(request)?.source === 'cookie';
    if (!SAFE_METHODS.has(request.method) && isByCookie) refuseForeignSite(request, this.config);
    const { userId, roles } = request.actor!;
    if (access.kind === 'roles' && !access.roles.some((role) => roles.includes(role))) {
      throw new DomainError('FORBIDDEN', 'You do not have permission to access this resource.', 403);
    }
    this.lastActive.touch(userId);
    return true;
  }

  override getAuthenticateOptions(): { property: string; session: false } {
    return { property: 'actor', session: false };
  }

  override handleRequest<T = Actor>(error: unknown, actor: T | false): T {
    // A failed lookup is not a refusal: 401 would sign all users out while the database restarts.
    if (error) throw error;
    if (!actor) throw new DomainError('UNAUTHENTICATED', 'Sign in first.', 401);
    return actor;
  }
}

/** Metadata key with which Nest marks a route handler. */
const ROUTE_PATH = 'path';

/** Fails the start when a route has no access decorator, so that a forgotten decorator is noticed before the first request. */
@Injectable()
export class RouteAccessCheck implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** @throws Error naming every route without an access decorator */
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
