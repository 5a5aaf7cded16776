/** Climate by latitude in degrees: 0 is forest, about 0.4 steppe, 0.7 desert, 1 ice. */
const BY_LATITUDE: readonly (readonly [latitude: number, climate: number])[] = [
  [-90, 1.4],
  [-60, 1.4],
  [-56, 0.25],
  [-40, 0.15],
  [-30, 0.3],
  [-20, 0.3],
  [-10, 0.1],
  [8, 0.05],
  [14, 0.3],
  [24, 0.4],
  [32, 0.35],
  [40, 0.2],
  [52, 0.1],
  [62, 0.12],
  [70, 0.38],
  [76, 0.8],
  [80, 1.3],
  [90, 1.4],
];

/** Regions that differ from their latitude: centre and half axes in degrees, and the climate difference. */
const REGIONS: readonly (readonly [longitude: number, latitude: number, across: number, up: number, more: number])[] = [
  [-41, 73, 27, 15, 1], // Greenland
  [8, 24, 30, 10, 0.42], // Sahara
  [28, 22, 10, 10, 0.2], // Eastern Sahara
  [46, 23, 13, 10, 0.4], // Arabia
  [59, 36, 16, 9, 0.38], // Iran and Turkestan
  [70, 27, 6, 5, 0.3], // Thar
  [96, 42, 24, 7, 0.45], // Taklamakan and Gobi
  [88, 33, 12, 5, 0.3], // Tibet
  [46, 6, 8, 8, 0.35], // Horn of Africa
  [20, -24, 8, 8, 0.32], // Kalahari and Namib
  [130, -25, 17, 9, 0.42], // Inner Australia
  [-110, 32, 10, 9, 0.38], // Sonora and the Great Basin
  [-103, 41, 7, 9, 0.18], // Great Plains
  [-70, -23, 4, 10, 0.45], // Atacama
  [-69, -44, 5, 9, 0.4], // Patagonia
  [-62, -4, 16, 12, -0.35], // Amazon
  [22, 0, 12, 7, -0.3], // Congo
  [108, 12, 14, 14, -0.35], // Indochina
  [112, 28, 11, 8, -0.3], // South China
  [80, 18, 8, 8, -0.15], // India
  [-85, 35, 11, 7, -0.25], // South-eastern United States
  [-90, 16, 10, 5, -0.25], // Central America
];

/** Returns how dry or cold land is at a location in degrees: 0 is forest, about 0.4 steppe, 0.7 desert, 1 and more ice. */
export function climateAt(longitude: number, latitude: number): number {
  let climate = byLatitude(latitude);
  for (const [east, north, across, up, more] of REGIONS) {
    const x = (longitude - east) / across;
    const y = (latitude - north) / up;
    const inside = 1 - x * x - y * y;
    if (inside > 0) climate += more * Math.min(1, inside * 2.2);
  }
  return climate;
}

function byLatitude(latitude: number): number {
  const next = BY_LATITUDE.findIndex(([from]) => from >= latitude);
  const [to, after] = BY_LATITUDE[Math.max(1, next)]!;
  const [from, before] = BY_LATITUDE[Math.max(1, next) - 1]!;
  return before + ((after - before) * (latitude - from)) / (to - from);
}
