import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import land from 'world-atlas/land-50m.json';
import { traceCoastline } from './coastline.js';

const MAP = { width: 2_048, height: 1_024 };

/** Returns the coastline as the build bundles it. */
function compactLand(): typeof land {
  const module = pathToFileURL(join(__dirname, '../compact-coastline.mjs')).href;
  const script = `
    import land from 'world-atlas/land-50m.json' with { type: 'json' };
    import { compactCoastline } from '${module}';
    console.log(JSON.stringify(compactCoastline(land)));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as typeof land;
}

/** Traces a coastline. Returns a function that checks whether the even-odd rule fills the map at a location. */
function traced(topology: typeof land) {
  const rings: [x: number, y: number][][] = [];
  const path = {
    moveTo: (x: number, y: number) => void rings.push([[x, y]]),
    lineTo: (x: number, y: number) => void rings.at(-1)!.push([x, y]),
    closePath: () => undefined,
  };
  traceCoastline(path, MAP, topology as never);
  return (longitude: number, latitude: number): boolean => {
    const [x, y] = [((longitude + 180) / 360) * MAP.width, ((90 - latitude) / 180) * MAP.height];
    let isInside = false;
    for (const ring of rings)
      for (let index = 0; index < ring.length; index += 1)
        if (crosses(ring[index]!, ring[index + 1] ?? ring[0]!, x, y)) isInside = !isInside;
    return isInside;
  };
}

/** Returns whether an edge crosses the ray to the right of a point. */
const crosses = ([x1, y1]: [number, number], [x2, y2]: [number, number], x: number, y: number): boolean =>
  y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1);

const compact = compactLand();
const isLand = traced(compact);

it.each([
  ['Madrid', -3.7, 40.4],
  ['Rome', 12.8, 42.2],
  ['Sicily', 14, 37.5],
  ['Florida', -81.5, 28],
  ['Great Britain', -1.5, 52.5],
  ['Japan', 138, 36],
  ['Cape Town', 19.5, -33],
  ['Tasmania', 146.5, -42],
  ['Brazil', -47.9, -15.8],
  ['Iceland', -19, 65],
  ['Chukotka west of the edge of the map', 178, 67],
  ['Chukotka east of the edge of the map', -175, 67],
  ['the South Pole', 30, -89],
])('draws %s as land', (_, longitude, latitude) => expect(isLand(longitude, latitude)).toBe(true));

it.each([
  ['the middle of the Pacific', -150, 0],
  ['the Atlantic', -35, 30],
  ['the Mediterranean', 18, 35],
  ['the Adriatic', 15.5, 43],
  ['the Red Sea', 38, 20],
  ['the Gulf of Mexico', -90, 25],
  ['the Caspian Sea', 50.5, 41],
  ['the Bay of Biscay', -5, 45],
  ['the Norwegian Sea at the latitude of Chukotka', 5, 67],
  ['the North Pole', 0, 88],
])('draws %s as water', (_, longitude, latitude) => expect(isLand(longitude, latitude)).toBe(false));

it('bundles a small coastline that agrees with its source', () => {
  expect(JSON.stringify(compact).length).toBeLessThan(100_000);
  const isSourceLand = traced(land);
  let different = 0;
  for (let longitude = -178; longitude < 180; longitude += 9)
    for (let latitude = -85; latitude < 90; latitude += 9)
      if (isLand(longitude, latitude) !== isSourceLand(longitude, latitude)) different += 1;
  expect(different).toBeLessThanOrEqual(4);
});
