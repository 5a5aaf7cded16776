const PAGE_TYPES = ['PurchaseSubscription', 'JoinOrganization', 'Standalone'] as const;

/** The three ways to register (docs/rules.md#page-types). */
export type PageType = (typeof PAGE_TYPES)[number];

/** Navigation state takes precedence, then `?type=`, then the subscription (docs/rules.md#page-types). */
export function pageTypeOf(fromState: string | undefined, fromAddress: string | null): PageType {
  const wanted = fromState ?? fromAddress;
  return PAGE_TYPES.find((type) => type === wanted) ?? 'PurchaseSubscription';
}
