import { type ComponentType, isValidElement, lazy } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const loads = new Map<unknown, () => Promise<unknown>>();

/** A component that is loaded when it is first shown, or by {@link preload}. */
export function page<Props>(load: Load<Props>) {
  const Page = lazy(load);
  loads.set(Page, load);
  return Page;
}

/** Begins to load every {@link page} that a path shows; whether that fails is told by the one that is shown. */
export function preload(routes: RouteObject[], path: string): void {
  for (const { route } of matchRoutes(routes, path) ?? []) {
    if (isValidElement(route.element))
      loads
        .get(route.element.type)?.()
        .catch(() => undefined);
  }
}
