import type { Role } from '../../contracts/sign-in.contract.js';

/** What a person may do at this moment. */
export interface Rights {
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  readonly organizationId: string | null;
  /** False for a disabled person and for members of an unpaid organization (docs/rules.md#unpaid-organizations). */
  readonly canPlay: boolean;
  /** False for a disabled or deleted person; true when only their organization is unpaid. */
  readonly enabled: boolean;
}

/** Where rights come from; the feature that knows people provides it. */
export interface RightsSource {
  /** Those of the ids that exist, by id. */
  load(userIds: readonly string[]): Promise<ReadonlyMap<string, Rights>>;
}

/** Injection token of the {@link RightsSource}. */
export const RIGHTS_SOURCE = Symbol('RightsSource');
