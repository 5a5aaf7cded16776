import { feature } from 'topojson-client';
import land from 'world-atlas/land-50m.json';

type Place = readonly [longitude: number, latitude: number];
type Ring = readonly Place[];
type Topology = Parameters<typeof feature>[0];
/** The methods of a canvas path that a coastline needs. */
export type CoastPath = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'closePath'>;

/**
 * Traces all coastlines on a map whose left edge is 180° west and whose upper edge is the North Pole. Lakes are traced too, so that the
 * even-odd rule separates land from water. The default data is from Natural Earth, which is in the public domain.
 */
export function traceCoastline(
  path: CoastPath,
  { width, height }: { width: number; height: number },
  topology = land as unknown as Topology,
): void {
  for (const ring of rings(topology).flatMap(onMap)) {
    ring.forEach(([longitude, latitude], index) => {
      const [x, y] = [((longitude + 180) / 360) * width, ((90 - latitude) / 180) * height];
      if (index === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    });
    path.closePath();
  }
}

function rings(topology: Topology): Ring[] {
  const found = feature(topology, topology.objects.land!);
  const features = found.type === 'FeatureCollection' ? found.features : [found];
  const positions = features.flatMap(({ geometry }) => {
    if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat();
    return geometry.type === 'Polygon' ? geometry.coordinates : [];
  });
  return positions.map((ring) => ring.map(([longitude = 0, latitude = 0]) => [longitude, latitude]));
}

/**
 * Returns the parts of a ring on a flat map. A ring across the edge of the map is drawn at both edges; a ring around the South Pole is
 * closed along the lower edge.
 */
function onMap(ring: Ring): Ring[] {
  const unwrapped: Place[] = [];
  let turns = 0;
  ring.forEach(([longitude, latitude], index) => {
    const step = longitude - (ring[index - 1]?.[0] ?? longitude);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    unwrapped.push([longitude + 360 * turns, latitude]);
  });
  const [begin, end] = [unwrapped[0]![0], unwrapped.at(-1)![0]];
  if (turns !== 0) unwrapped.push([end, -90], [begin, -90]);
  const longitudes = unwrapped.map(([longitude]) => longitude);
  const copies = [0];
  if (Math.min(...longitudes) < -180) copies.push(360);
  if (Math.max(...longitudes) > 180) copies.push(-360);
  return copies.map((shift) => unwrapped.map(([longitude, latitude]) => [longitude + shift, latitude]));
}
