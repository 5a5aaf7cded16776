import { ArrowHelper, ConeGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import type { Flight } from '../flight/flight.js';
import type { Pointing, Sensor } from '../flight/scenario.js';
import { length, type Vector } from '../flight/state.js';
import { toPicture } from './frames.js';

const IN_VIEW = 0x6ee7b7;
const BLIND = 0x93a4bf;
const SUN = 0xffe08a;
/** Length of the cone as a multiple of the distance: slightly past the target. */
const PAST_TARGET = 1.3;
const SHORTEST_M = 60;
/** Length of the arrow to the Sun, in units of the picture. */
const ARROW = 0.3;
const DEGREE = Math.PI / 180;
const UP = new Vector3(0, 1, 0);

/** The sensor's cone from the spacecraft, and an arrow from the target to the Sun. */
export class SensorMarks {
  readonly group = new Group();
  private readonly cone: Mesh<ConeGeometry, MeshBasicMaterial>;
  private readonly arrow = new ArrowHelper(UP, new Vector3(), ARROW, SUN, 0.05, 0.03);

  constructor(private readonly sensor: Sensor) {
    // Apex at the origin, opening along the y axis, one unit long.
    const geometry = new ConeGeometry(1, 1, 40, 1, true).rotateX(Math.PI).translate(0, 0.5, 0);
    const material = new MeshBasicMaterial({ transparent: true, opacity: 0.16, side: DoubleSide, depthWrite: false });
    this.cone = new Mesh(geometry, material);
    this.group.add(this.cone, this.arrow);
  }

  /**
   * `turn` converts a direction from the target's axes to the axes of the frame of reference; `unit` is the number of metres per unit of
   * the picture.
   */
  place(
    { state, pointing, contact, sun }: Flight,
    places: { readonly spacecraft: Vector3; readonly target: Vector3 },
    turn: (direction: Vector) => Vector,
    unit: number,
  ): void {
    const along = Math.min(this.sensor.range, Math.max(SHORTEST_M, length(state.position) * PAST_TARGET)) / unit;
    const across = along * Math.tan(this.sensor.halfAngle * DEGREE);
    this.cone.position.copy(places.spacecraft);
    this.cone.scale.set(across, along, across);
    this.cone.quaternion.setFromUnitVectors(UP, new Vector3(...toPicture(turn(directionOf(pointing)))));
    this.cone.material.color.setHex(contact === 'in view' ? IN_VIEW : BLIND);
    this.arrow.position.copy(places.target);
    this.arrow.setDirection(new Vector3(...toPicture(turn(sun))).normalize());
  }

  dispose(): void {
    this.group.removeFromParent();
    this.cone.geometry.dispose();
    this.cone.material.dispose();
    this.arrow.dispose();
  }
}

/** Returns the direction of the sensor as a unit vector in the target's axes. */
function directionOf({ azimuth, elevation }: Pointing): Vector {
  const level = Math.cos(elevation * DEGREE);
  return [level * Math.sin(azimuth * DEGREE), level * Math.cos(azimuth * DEGREE), Math.sin(elevation * DEGREE)];
}
