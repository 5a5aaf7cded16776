import { quantize } from 'topojson-client';
import { filter, filterWeight, planarRingArea, presimplify, simplify } from 'topojson-simplify';

/** Areas in square degrees. A pixel of the map of the Earth covers 0.03. */
const SMALLEST_BEND = 0.03;
const SMALLEST_ISLAND = 0.09;
/** Steps of the compact coordinates across the map, four for each of its pixels. */
const STEPS = 8_192;
const SOURCE = /world-atlas\/land-50m\.json$/;

/** Returns the land of `world-atlas` without bends and islands that the map of the Earth is too coarse to show. */
export function compactCoastline(topology) {
  const bent = simplify(presimplify(topology), SMALLEST_BEND);
  return quantize(filter(bent, filterWeight(bent, SMALLEST_ISLAND, planarRingArea)), STEPS);
}

/** Vite plugin that bundles the compact coastline, which has a fifth of its source's size. */
export const compactCoastlinePlugin = {
  name: 'compact-coastline',
  enforce: 'pre',
  transform: {
    filter: { id: SOURCE },
    handler: (json) => ({ code: JSON.stringify(compactCoastline(JSON.parse(json))), map: null }),
  },
};
