const PAGE_TYPES = ['PurchaseSubscription', 'JoinOrganization', 'Standalone'] as const;

/** The three types of registration (docs/rules.md#page-types). */
export type PageType = (typeof PAGE_TYPES)[number];

/** Returns the page type: from the navigation state, else from `?type=`, else the subscription (docs/rules.md#page-types). */
export function pageTypeOf(fromState: string | undefined, fromAddress: string | null): PageType {
  const wanted = fromState ?? fromAddress;
  return PAGE_TYPES.find((type) => type === wanted) ?? 'PurchaseSubscription';
}
