import { quantize } from 'topojson-client';
import { filter, filterWeight, planarRingArea, presimplify, simplify } from 'topojson-simplify';

/** Areas in square degrees. A pixel of the Earth map covers 0.03. */
const SMALLEST_BEND = 0.03;
const SMALLEST_ISLAND = 0.09;
/** Steps of the compact coordinates across the map, four per pixel. */
const STEPS = 8_192;
const SOURCE = /world-atlas\/land-50m\.json$/;

/** Returns the land of `world-atlas` without bends and islands that are smaller than the resolution of the Earth map. */
export function compactCoastline(topology) {
  const bent = simplify(presimplify(topology), SMALLEST_BEND);
  return quantize(filter(bent, filterWeight(bent, SMALLEST_ISLAND, planarRingArea)), STEPS);
}

/** Vite plugin that bundles the compact coastline, a fifth of its source's size. */
export const compactCoastlinePlugin = {
  name: 'compact-coastline',
  enforce: 'pre',
  transform: {
    filter: { id: SOURCE },
    handler: (json) => ({ code: JSON.stringify(compactCoastline(JSON.parse(json))), map: null }),
  },
};
