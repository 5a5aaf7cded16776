interface RoutePattern {
  readonly expression: RegExp;
  readonly methods: Set<string>;
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** The methods that each path supports. Decides between 404 and 405 when no route matches a request. */
export class AllowedMethods {
  private readonly patterns = new Map<string, RoutePattern>();

  /** Adds a route. Ignores wildcard routes, which match any path. */
  add(pattern: string, methods: readonly string[]): void {
    if (pattern.includes('*')) return;
    const source = pattern.replaceAll(SPECIAL, String.raw`\$&`).replaceAll(/:[^/]+/g, '[^/]+');
    const known = this.patterns.get(pattern) ?? { expression: new RegExp(`^${source}$`), methods: new Set<string>() };
    for (const method of methods) known.methods.add(method);
    this.patterns.set(pattern, known);
  }

  /** Returns the methods of all routes that match a URL's path. Paths outside the API support only GET and HEAD. */
  of(url: string): string[] {
    const path = url.split('?', 1)[0] ?? '';
    if (path !== '/api' && !path.startsWith('/api/') && !path.startsWith('/health/')) return ['GET', 'HEAD'];
    const matching = [...this.patterns.values()].filter(({ expression }) => expression.test(path));
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].toSorted();
  }
}
