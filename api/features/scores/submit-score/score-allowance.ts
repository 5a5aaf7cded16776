import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** Size of one unit in characters of JSON. A larger attempt costs several units. */
const UNIT_CHARACTERS = 4_096;
/** Maximum units of a player. More than an outbox stores, so that results of many offline days can be sent at once. */
const MOST_UNITS = 2_000;
/** Time in which one unit is restored. Players do not finish scenarios faster than this for long. */
const UNIT_EVERY_MS = 5_000;
const MOST_PLAYERS = 50_000;

interface Balance {
  units: number;
  /** Time to which `units` applies, in milliseconds. */
  at: number;
}

/**
 * Limits how much of the log a player can fill. Each player has an allowance of 2,000 units that grows by one unit every
 * five seconds. It is counted in the memory of this node, so a player has a full allowance on every node and after a
 * restart.
 */
@Injectable()
export class ScoreAllowance {
  private readonly balances = new LRUCache<string, Balance>({ max: MOST_PLAYERS });

  /** Returns the units that an attempt of this length costs. */
  costOf(characters: number): number {
    return Math.max(1, Math.ceil(characters / UNIT_CHARACTERS));
  }

  /** Takes the units and returns 0. If too few are left, takes none and returns the seconds until there are enough. */
  consume(userId: string, units: number, now: number): number {
    const left = this.unitsOf(userId, now);
    if (left < units) return Math.ceil(((units - left) * UNIT_EVERY_MS) / 1_000);
    this.balances.set(userId, { units: left - units, at: now });
    return 0;
  }

  /** Restores the units of an attempt that was not stored. */
  refund(userId: string, units: number, now: number): void {
    this.balances.set(userId, { units: Math.min(MOST_UNITS, this.unitsOf(userId, now) + units), at: now });
  }

  private unitsOf(userId: string, now: number): number {
    const balance = this.balances.get(userId);
    if (!balance) return MOST_UNITS;
    return Math.min(MOST_UNITS, balance.units + Math.max(0, now - balance.at) / UNIT_EVERY_MS);
  }
}
