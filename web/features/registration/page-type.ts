const PAGE_TYPES = ['PurchaseSubscription', 'JoinOrganization', 'Standalone'] as const;

/** The three ways to register (product §1). */
export type PageType = (typeof PAGE_TYPES)[number];

/** Navigation state wins, then `?type=`, then the subscription (decisions A6). */
export function pageTypeOf(fromState: string | undefined, fromAddress: string | null): PageType {
  const wanted = fromState ?? fromAddress;
  return PAGE_TYPES.find((type) => type === wanted) ?? 'PurchaseSubscription';
}
