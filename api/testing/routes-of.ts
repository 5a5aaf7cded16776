import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** A route as the router knows it. `path` contains `:parameters`. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

const LINE = /^(?<indent>[│ ]*)[├└]── (?<segment>\S+)(?: \((?<methods>[A-Z, ]+)\))?$/u;
const INDENT = 4;

/** Returns every route of a running application, read from its router, so that no new route is missing. */
export function routesOf(app: NestFastifyApplication): Route[] {
  const tree = app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false });
  const routes: Route[] = [];
  const parents: string[] = [];
  for (const line of tree.split('\n').filter((text) => text.trim() !== '')) {
    const { indent, segment, methods } = LINE.exec(line)?.groups ?? {};
    if (indent === undefined || segment === undefined) throw new Error(`Not a line of a route tree: ${line}`);
    const depth = indent.length / INDENT;
    const path = (parents[depth - 1] ?? '') + segment.replace(/\|.*$/, '');
    parents[depth] = path;
    for (const method of methods?.split(', ') ?? []) routes.push({ method, path });
  }
  return routes;
}
