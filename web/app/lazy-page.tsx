import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, isValidElement, lazy, useState } from 'react';
import { matchRoutes, type Params, type RouteObject } from 'react-router-dom';
import { failAsLoad } from '../shared/lazy/load-failure.js';

interface PageModule {
  /** Requests the page's first data before the page is rendered. */
  prefetch?: (client: QueryClient, params: Params) => unknown;
}

const loads = new Map<unknown, () => Promise<PageModule>>();
/** Resets the pages that failed to load. */
const failed = new Set<() => void>();

/** Allows pages that failed to load to be retried, because React caches the failure of a lazy component forever. */
export function forgetFailedLoads(): void {
  for (const reset of failed) reset();
  failed.clear();
}

/**
 * Returns a component that is loaded when it is first shown, or by {@link preload}. After a preload it renders immediately. A lazy
 * component would suspend all the same, and React shows the fallback "Loading" for at least 300 ms.
 */
export function page<Props extends object>(load: () => Promise<PageModule & { default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined;
  const loadAndKeep = async () => {
    const found = await load().catch((error: unknown) => {
      failed.add(reset);
      return failAsLoad(error);
    });
    loaded = found.default;
    return found;
  };
  let Lazy = lazy(loadAndKeep);
  const reset = () => {
    Lazy = lazy(loadAndKeep);
  };
  function Page(props: Props) {
    // The component stays the same while the page is shown.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  loads.set(Page, loadAndKeep);
  return Page;
}

/** Loads every {@link page} that a path shows. */
export async function preload(routes: RouteObject[], path: string): Promise<void> {
  await Promise.all(pagesOf(routes, path).map(({ load }) => load().catch(ignoreFailure)));
}

/** Requests the first data of a path's pages while the frames around them load. */
export function prefetchPage(routes: RouteObject[], path: string, client: QueryClient): void {
  for (const { load, params } of pagesOf(routes, path))
    load().then(({ prefetch }) => prefetch?.(client, params), ignoreFailure);
}

const pagesOf = (routes: RouteObject[], path: string) =>
  (matchRoutes(routes, path) ?? []).flatMap(({ route, params }) => {
    const load = isValidElement(route.element) ? loads.get(route.element.type) : undefined;
    return load ? [{ load, params }] : [];
  });

/** Ignores the error, because the page itself shows it. */
const ignoreFailure = (): void => undefined;
