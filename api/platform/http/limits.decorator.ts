import { RouteConfig } from '@nestjs/platform-fastify';

/** Media type of content security policy reports. */
export const CSP_REPORT = 'application/csp-report';

/** Accepts every media type, for routes that forward bodies without parsing them. */
export const ANY_MEDIA_TYPE = '*/*';

/** Limits that a route sets for itself; see {@link RouteLimits}. */
export interface RouteLimits {
  /** Largest body in bytes; default 100 kB. */
  readonly bodyLimit?: number;
  /** Time until the server responds with 503; default 4 s, longer for large downloads. */
  readonly deadlineMs?: number;
  /** True for a route that waits for changes. Successful responses are logged at level `debug` and their durations not measured. */
  readonly isHeldOpen?: true;
  /** Passes the body as the received bytes, for routes that verify a signature. */
  readonly rawBody?: true;
  /** Another accepted media type. `CSP_REPORT` is parsed as JSON; `ANY_MEDIA_TYPE` passes the body as bytes. */
  readonly mediaType?: typeof CSP_REPORT | typeof ANY_MEDIA_TYPE;
}

/** Returns the limits in a route's configuration. */
export const limitsOf = (config: unknown): RouteLimits | undefined =>
  (config as { limits?: RouteLimits } | undefined)?.limits;

/** Overrides the default limits of a route. */
export const Limits = (limits: RouteLimits): MethodDecorator => RouteConfig({ limits });
