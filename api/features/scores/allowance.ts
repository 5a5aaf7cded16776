import { lruCache } from '../../platform/lru-cache.js';

const MOST_PLAYERS = 50_000;

interface Balance {
  units: number;
  /** Time to which `units` applies, in milliseconds. */
  at: number;
}

/**
 * Limits how much each player can do. A player has an allowance of `most` units that grows by one unit every `everyMs`
 * milliseconds. It is counted in the memory of this node, so a player has a full allowance on every node and after a restart.
 */
export class Allowance {
  private readonly balances = lruCache<Balance>(MOST_PLAYERS);

  constructor(private readonly limits: { readonly most: number; readonly everyMs: number }) {}

  /** Takes the units and returns 0. If too few are left, takes none and returns the seconds until there are enough. */
  consume(userId: string, units: number, now: number): number {
    const left = this.unitsOf(userId, now);
    if (left < units) return Math.ceil(((units - left) * this.limits.everyMs) / 1_000);
    this.balances.set(userId, { units: left - units, at: now });
    return 0;
  }

  /** Restores units that were taken for nothing. */
  refund(userId: string, units: number, now: number): void {
    this.balances.set(userId, { units: Math.min(this.limits.most, this.unitsOf(userId, now) + units), at: now });
  }

  private unitsOf(userId: string, now: number): number {
    const balance = this.balances.get(userId);
    if (!balance) return this.limits.most;
    return Math.min(this.limits.most, balance.units + Math.max(0, now - balance.at) / this.limits.everyMs);
  }
}
