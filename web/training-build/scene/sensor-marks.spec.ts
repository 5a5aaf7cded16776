import { ArrowHelper, type Color, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import { startFlight } from '../flight/flight.js';
import { scenarios } from '../flight/scenarios.js';
import type { Vector } from '../flight/state.js';
import { compiledFlightModule } from '../testing/compiled-flight-module.js';
import { toPicture } from './frames.js';
import { SensorMarks } from './sensor-marks.js';

const scenario = scenarios.find(({ title }) => title === 'Sunlit Inspection of an Uncooperative Satellite')!;
const flight = startFlight(scenario, compiledFlightModule());
const asItIs = (direction: Vector): Vector => direction;
const places = { spacecraft: new Vector3(-3, 1, 0), target: new Vector3(0, 0, 0) };

function placed(change: Partial<typeof flight>, unit = 1_000) {
  const marks = new SensorMarks(scenario.sensor!);
  marks.place({ ...flight, ...change }, places, asItIs, unit);
  marks.group.updateMatrixWorld(true);
  const cone = marks.group.children.find((child) => child instanceof Mesh) as Mesh;
  const arrow = marks.group.children.find((child) => child instanceof ArrowHelper)!;
  return { cone, arrow };
}

const colour = ({ material }: Mesh): Color => (material as MeshBasicMaterial).color;

describe('the marks of the sensor', () => {
  it('draws the cone from the spacecraft in the direction of the sensor', () => {
    const { cone } = placed({ pointing: { azimuth: 90, elevation: 0 } });
    expect(cone.position).toEqual(places.spacecraft);
    const tip = cone.localToWorld(new Vector3(0, 1, 0)).sub(places.spacecraft);
    // The direction away from the Earth is up in the picture; the cone is as long as the sensor's range of 2 km.
    expect(tip.distanceTo(new Vector3(0, 2, 0))).toBeLessThan(1e-9);
    const edge = cone.localToWorld(new Vector3(1, 1, 0)).sub(places.spacecraft);
    expect((edge.angleTo(tip) * 180) / Math.PI).toBeCloseTo(15, 6);
  });

  it('colours the cone by whether the target is in view', () => {
    const seen = colour(placed({ contact: 'in view' }).cone);
    const blind = colour(placed({ contact: 'in shadow' }).cone);
    expect(seen.equals(blind)).toBe(false);
  });

  it('points the arrow from the target to the Sun', () => {
    const { arrow } = placed({});
    expect(arrow.position).toEqual(places.target);
    const tip = arrow.localToWorld(new Vector3(0, 1, 0)).sub(places.target);
    expect(tip.angleTo(new Vector3(...toPicture(flight.sun)))).toBeLessThan(1e-6);
  });
});
