import type { PlatformProcess } from '../environment/platform-process.js';
import type { RemoteCrowd } from './remote-crowd.js';
import type { ScaleCluster } from './scale-cluster.js';
import type { ScaleWorld } from './scale-world.js';
import type { Sizes } from './sizes.js';

/** The platform on which all curves are measured. */
export interface Stage {
  readonly cluster: ScaleCluster;
  readonly world: ScaleWorld;
  readonly crowd: RemoteCrowd;
  readonly sizes: Sizes;
  readonly say: (line: string) => void;
}

export const portOf = ({ url }: PlatformProcess): number => Number(new URL(url).port);

/** Each user has another address, because the connections of one address are limited. */
export const addressOf = (nth: number): string => `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`;
