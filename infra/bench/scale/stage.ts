import type { PlatformProcess } from '../environment/platform-process.js';
import type { RemoteCrowd } from './remote-crowd.js';
import type { ScaleCluster } from './scale-cluster.js';
import type { ScaleWorld } from './scale-world.js';
import type { Sizes } from './sizes.js';

/** What every curve is measured on. */
export interface Stage {
  readonly cluster: ScaleCluster;
  readonly world: ScaleWorld;
  readonly crowd: RemoteCrowd;
  readonly sizes: Sizes;
  readonly say: (line: string) => void;
}

export const portOf = ({ url }: PlatformProcess): number => Number(new URL(url).port);

/** Everybody comes from somewhere else: one address may not bring in so many at once. */
export const addressOf = (nth: number): string => `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`;
