import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, newestSecret } from '../../../config.js';

/** Words of generated names; none of them describes a person. */
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

/** Who somebody is on the boards of one course, for those who must not know: always the same there, elsewhere another. */
export interface StandIn {
  readonly userId: string;
  readonly alias: string;
  /** Two more digits for the one board on which two have the same alias. */
  readonly suffix: string;
}

/** Made with a key that the database does not hold, so that nobody finds out who is who by trying. */
@Injectable()
export class BoardNames {
  private readonly key: KeyObject;

  constructor(@Inject(CONFIG) { secrets }: Config) {
    this.key = createSecretKey(
      Buffer.from(hkdfSync('sha256', newestSecret(secrets.HMAC_KEY!), '', 'ready-room leaderboard names', KEY_BYTES)),
    );
  }

  /** `scope` is the course, or what else has names of its own. */
  standIn(scope: string, userId: string): StandIn {
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

/** Version 8: a UUID whose bytes are the maker's own. */
function toUuid(bytes: Buffer): string {
  const uuid = Buffer.from(bytes);
  uuid[6] = (uuid[6]! & 0x0f) | 0x80;
  uuid[8] = (uuid[8]! & 0x3f) | 0x80;
  return uuid.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
