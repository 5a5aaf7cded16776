import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, isValidElement, lazy, useState } from 'react';
import { matchRoutes, type Params, type RouteObject } from 'react-router-dom';
import { failAsLoad } from '../shared/lazy/load-failure.js';

interface PageModule {
  /** Asks for what the page shows first, before it is there. */
  ask?: (client: QueryClient, params: Params) => unknown;
}

const loads = new Map<unknown, () => Promise<PageModule>>();
/** Resets of the pages that could not be loaded. */
const failed = new Set<() => void>();

/** Lets pages that could not be loaded try again: React keeps the failure of a lazy component for good. */
export function forgetFailedLoads(): void {
  for (const reset of failed) reset();
  failed.clear();
}

/**
 * A component that is loaded when it is first shown, or by {@link preload}: then it is shown at once. A lazy one would suspend
 * all the same, and React keeps what says "Loading" for 300 ms.
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
    // one and the same as long as it is shown
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  loads.set(Page, loadAndKeep);
  return Page;
}

/** Loads every {@link page} that a path shows. */
export async function preload(routes: RouteObject[], path: string): Promise<void> {
  await Promise.all(pagesOf(routes, path).map(({ load }) => load().catch(toldWhenShown)));
}

/** Asks what the pages of a path show first, while the frames around them are still on their way. */
export function askAhead(routes: RouteObject[], path: string, client: QueryClient): void {
  for (const { load, params } of pagesOf(routes, path)) load().then(({ ask }) => ask?.(client, params), toldWhenShown);
}

const pagesOf = (routes: RouteObject[], path: string) =>
  (matchRoutes(routes, path) ?? []).flatMap(({ route, params }) => {
    const load = isValidElement(route.element) ? loads.get(route.element.type) : undefined;
    return load ? [{ load, params }] : [];
  });

/** The page itself says that it cannot be loaded. */
const toldWhenShown = (): void => undefined;
