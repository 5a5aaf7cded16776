import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, isValidElement, lazy } from 'react';
import { matchRoutes, type Params, type RouteObject } from 'react-router-dom';

interface PageModule {
  /** Asks for what the page shows first, before it is there. */
  ask?: (client: QueryClient, params: Params) => unknown;
}

const loads = new Map<unknown, () => Promise<PageModule>>();

/** A component that is loaded when it is first shown, or by {@link preload}. */
export function page<Props>(load: () => Promise<PageModule & { default: ComponentType<Props> }>) {
  const Page = lazy(load);
  loads.set(Page, load);
  return Page;
}

/** Begins to load every {@link page} that a path shows. */
export function preload(routes: RouteObject[], path: string): void {
  for (const { load } of pagesOf(routes, path)) load().catch(toldWhenShown);
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
