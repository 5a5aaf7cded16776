import { RouteConfig } from '@nestjs/platform-fastify';

/** What browsers call their reports about the content security policy. */
export const CSP_REPORT = 'application/csp-report';

/** For routes that pass bodies on without reading them. */
export const ANY_MEDIA_TYPE = '*/*';

/** Limits that a route sets for itself; see {@link RouteLimits}. */
export interface RouteLimits {
  /** Largest body in bytes; 100 kB by default. */
  readonly bodyLimit?: number;
  /** Time until the server answers 503; 4 s by default, for long downloads more. */
  readonly deadlineMs?: number;
  /** True for a route that waits for news: its answers are logged quietly, and their times are not measured. */
  readonly isHeldOpen?: true;
  /** The body as the bytes that came, for those who must check a signature over them. */
  readonly rawBody?: true;
  /** JSON under this name as well (browsers do not always call it application/json), or a body of any kind, with `rawBody`. */
  readonly mediaType?: typeof CSP_REPORT | typeof ANY_MEDIA_TYPE;
}

/** The limits that a route's configuration holds. */
export const limitsOf = (config: unknown): RouteLimits | undefined =>
  (config as { limits?: RouteLimits } | undefined)?.limits;

/** Gives a route other limits than the default ones. */
export const Limits = (limits: RouteLimits): MethodDecorator => RouteConfig({ limits });
