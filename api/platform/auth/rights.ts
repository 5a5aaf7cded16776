import type { Role } from '../../contracts/sign-in.contract.js';

/** Current rights of a person. */
export interface Rights {
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  readonly organizationId: string | null;
  /** False for a disabled person and for members of an unpaid organization (docs/rules.md#unpaid-organizations). */
  readonly canPlay: boolean;
  /** False for a disabled or deleted person; true when only their organization is unpaid. */
  readonly enabled: boolean;
  /**
   * Sequence of the read models from which the rights were read. Missing when some changes of the rights are not published, for example
   * those that depend on the clock. Such rights are cached briefly.
   */
  readonly sequence?: number;
}

/** Source of rights, provided by the feature that manages people. */
export interface RightsSource {
  /** Returns the rights of the people that exist, by id. */
  load(userIds: readonly string[]): Promise<ReadonlyMap<string, Rights>>;
}

/** Injection token of the {@link RightsSource}. */
export const RIGHTS_SOURCE = Symbol('RightsSource');
