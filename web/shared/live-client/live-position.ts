import type { ApiPage } from '../api-client/api-client.js';
import type { LivePosition } from './live-client.js';

/** Returns the live position of a list loaded by HTTP; null when the response has none. */
export function livePositionOf({ header }: Pick<ApiPage<unknown>, 'header'>): LivePosition | null {
  const sequence = header('x-live-sequence');
  const generation = header('x-live-generation');
  return sequence === null || generation === null ? null : { sequence: +sequence, generation: +generation };
}
