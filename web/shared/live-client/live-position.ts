import type { ApiPage } from '../api-client/api-client.js';
import type { LivePosition } from './live-client.js';

/** Where live rows go on from after a list loaded by HTTP; null when its answer does not say. */
export function livePositionOf({ header }: Pick<ApiPage<unknown>, 'header'>): LivePosition | null {
  const sequence = header('x-live-sequence');
  const generation = header('x-live-generation');
  return sequence === null || generation === null ? null : { sequence: +sequence, generation: +generation };
}
