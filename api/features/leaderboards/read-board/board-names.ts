import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, newestSecret } from '../../../config.js';

/** Words of aliases. None of them describes a person. */
const ADJECTIVES: readonly string[] =
  'Able Amber Arctic Azure Blazing Bold Brave Bright Brisk Bronze Calm Clever Cobalt Copper Coral Cosmic Crimson Daring Deft Eager Earnest Ebony Electric Emerald Fearless Fierce Fleet Frosty Gallant Gentle Golden Granite Happy Hardy Honest Indigo Iron Ivory Jade Jolly Keen Lively Loyal Lucky Lunar Mellow Mighty Nimble Noble Opal Patient Proud Quick Quiet Rapid Ruby Sapphire Scarlet Silver Solar Steady Swift Vivid Wise'.split(
    ' ',
  );

const ANIMALS: readonly string[] =
  'Albatross Badger Bear Beaver Bison Bobcat Buzzard Caribou Cheetah Condor Cougar Coyote Crane Dolphin Eagle Egret Elk Ermine Falcon Ferret Finch Fox Gannet Gazelle Goshawk Hare Harrier Hawk Heron Husky Ibex Jackal Jaguar Kestrel Kingfisher Kite Lark Leopard Lion Lynx Marlin Marten Merlin Moose Narwhal Ocelot Orca Osprey Otter Owl Panther Pelican Petrel Puffin Puma Raven Seal Sparrow Stallion Stork Swan Tern Tiger Wolf'.split(
    ' ',
  );

const KEY_BYTES = 32;
const NUMBERS = 9_000;
const FIRST_NUMBER = 1_000;

/** Replacement of a student's identity on the boards of one course. It is stable there and different in other courses. */
export interface Alias {
  readonly userId: string;
  readonly alias: string;
  /** Two further digits for a board on which two students have the same alias. */
  readonly suffix: string;
}

/** Returns a function that gives students different names. In a list with two equal aliases, the later one gets its suffix. */
export function distinctNames(): (alias: Alias) => string {
  const used = new Set<string>();
  return ({ alias, suffix }) => {
    const name = used.has(alias) ? `${alias}-${suffix}` : alias;
    used.add(name);
    return name;
  };
}

/** Derives aliases with a key that is not in the database, so that nobody can identify students by trial. */
@Injectable()
export class BoardNames {
  private readonly key: KeyObject;

  constructor(@Inject(CONFIG) { secrets }: Config) {
    this.key = createSecretKey(
      Buffer.from(hkdfSync('sha256', newestSecret(secrets.HMAC_KEY!), '', 'ready-room leaderboard names', KEY_BYTES)),
    );
  }

  /** Returns the replacement for a student. `scope` is the course, or another id with its own aliases. */
  standIn(scope: string, userId: string): Alias {
    const bytes = createHmac('sha256', this.key).update(`${scope} ${userId}`).digest();
    const adjective = ADJECTIVES[bytes.readUInt16BE(16) % ADJECTIVES.length]!;
    const animal = ANIMALS[bytes.readUInt16BE(18) % ANIMALS.length]!;
    const number = FIRST_NUMBER + (bytes.readUInt32BE(20) % NUMBERS);
    return {
      userId: toUuid(bytes.subarray(0, 16)),
      alias: `${adjective} ${animal} ${number}`,
      suffix: String(bytes.readUInt16BE(24) % 100).padStart(2, '0'),
    };
  }
}

/** Formats bytes as a UUID of version 8, which allows custom bytes. */
function toUuid(bytes: Buffer): string {
  const uuid = Buffer.from(bytes);
  uuid[6] = (uuid[6]! & 0x0f) | 0x80;
  uuid[8] = (uuid[8]! & 0x3f) | 0x80;
  return uuid.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
