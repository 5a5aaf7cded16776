import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** One unit is an attempt of up to this many characters of JSON; a larger attempt costs several. */
const UNIT_CHARACTERS = 4_096;
/** More than an outbox keeps, so that results of many offline days can be sent at once. */
const MOST_UNITS = 2_000;
/** Players do not finish scenarios faster than this for long. */
const UNIT_EVERY_MS = 5_000;
const MOST_PLAYERS = 50_000;

interface Balance {
  units: number;
  /** When `units` was right, in milliseconds. */
  at: number;
}

/**
 * Limits how much of the log a player can fill: each player has an allowance of 2,000 units that grows by one every five
 * seconds. It is counted in the memory of this node, so a player has it once on every node and again after a restart.
 */
@Injectable()
export class ScoreAllowance {
  private readonly balances = new LRUCache<string, Balance>({ max: MOST_PLAYERS });

  /** Units that an attempt of this length costs. */
  costOf(characters: number): number {
    return Math.max(1, Math.ceil(characters / UNIT_CHARACTERS));
  }

  /** Takes the units and returns 0, or takes nothing and returns the seconds until there are enough. */
  take(userId: string, units: number, now: number): number {
    const left = this.unitsOf(userId, now);
    if (left < units) return Math.ceil(((units - left) * UNIT_EVERY_MS) / 1_000);
    this.balances.set(userId, { units: left - units, at: now });
    return 0;
  }

  /** Returns units of an attempt that was not stored. */
  giveBack(userId: string, units: number, now: number): void {
    this.balances.set(userId, { units: Math.min(MOST_UNITS, this.unitsOf(userId, now) + units), at: now });
  }

  private unitsOf(userId: string, now: number): number {
    const balance = this.balances.get(userId);
    if (!balance) return MOST_UNITS;
    return Math.min(MOST_UNITS, balance.units + Math.max(0, now - balance.at) / UNIT_EVERY_MS);
  }
}
