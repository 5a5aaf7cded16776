import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
} from 'three';
import type { Goal, FlightScenario } from '../flight/scenario.js';
import type { Vector } from '../flight/state.js';
import { toPicture } from './frames.js';

const GOAL = 0x6ee7b7;
const NEXT = 0xfde68a;
const LIMIT = 0xf97316;
const CONTACT = 0xef4444;
const CORNERS = 96;

/** Spheres and rings of the goal and the limits, in the target's frame. */
export class GoalMarks {
  readonly group = new Group();
  private readonly places: { mesh: Mesh; at: Vector; radius: number }[] = [];
  private readonly rings: { ring: LineLoop; radius: number }[] = [];

  constructor({ goal, limits, contactRadius, sensor, evasion }: FlightScenario) {
    for (const point of pointsOf(goal)) this.addPlace(point, 'radius' in goal ? goal.radius : 0);
    if (goal.kind === 'leave') this.addRing(goal.distance, GOAL);
    if (sensor) this.addRing(sensor.range, GOAL);
    if (evasion) this.addRing(evasion.radius, LIMIT);
    for (const { radius } of limits) this.addRing(radius, LIMIT);
    if (contactRadius > 0) this.addRing(contactRadius, CONTACT);
  }

  /** `from` is the target's position in the picture; the first `visited` points are hidden. */
  place(from: Vector, turn: (at: Vector) => Vector, visited: number, unit: number): void {
    this.places.forEach(({ mesh, at, radius }, index) => {
      const [x, y, z] = toPicture(sum(from, turn(at)));
      mesh.position.set(x / unit, y / unit, z / unit);
      mesh.scale.setScalar(Math.max(radius / unit, 0.012));
      mesh.visible = index >= visited;
      (mesh.material as MeshBasicMaterial).color.setHex(index === visited && this.places.length > 1 ? NEXT : GOAL);
    });
    const [x, y, z] = toPicture(from);
    for (const { ring, radius } of this.rings) {
      ring.position.set(x / unit, y / unit, z / unit);
      ring.scale.setScalar(radius / unit);
    }
  }

  private addPlace(at: Vector, radius: number): void {
    const material = new MeshBasicMaterial({ color: GOAL, wireframe: true, transparent: true, opacity: 0.35 });
    const mesh = new Mesh(new SphereGeometry(1, 20, 14), material);
    this.places.push({ mesh, at, radius });
    this.group.add(mesh);
  }

  private addRing(radius: number, color: number): void {
    const corners = Array.from({ length: CORNERS }, (_, index) => (2 * Math.PI * index) / CORNERS);
    const geometry = new BufferGeometry();
    geometry.setAttribute(
      'position',
      new Float32BufferAttribute(
        corners.flatMap((angle) => [Math.cos(angle), Math.sin(angle), 0]),
        3,
      ),
    );
    const ring = new LineLoop(geometry, new LineBasicMaterial({ color, transparent: true, opacity: 0.55 }));
    this.rings.push({ ring, radius });
    this.group.add(ring);
  }
}

function pointsOf(goal: Goal): readonly Vector[] {
  if (goal.kind === 'visit') return goal.points;
  return 'point' in goal ? [goal.point] : [];
}

const sum = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
