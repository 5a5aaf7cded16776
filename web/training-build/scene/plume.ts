import { AdditiveBlending, CylinderGeometry, DoubleSide, Mesh, ShaderMaterial, Vector3 } from 'three';
import type { Vector } from '../flight/state.js';
import { plumeShape } from './plume-shape.js';

/** Width as a share of the plume's length, and distance from the ship in units of the picture. */
const WIDTH = 0.3;
const FROM_SHIP = 0.035;
const NOZZLE = new Vector3(0, -1, 0);

/** The exhaust of the last burn. */
export class Plume {
  readonly mesh: Mesh;
  private readonly strength = { value: 0 };
  private change: Vector = [0, 0, 0];
  private begunAt = 0;
  private isStill = false;

  constructor() {
    const cone = new CylinderGeometry(0.12, 0.5, 1, 20, 1, true).translate(0, -0.5, 0);
    const material = new ShaderMaterial({
      uniforms: { strength: this.strength },
      vertexShader: CONE,
      fragmentShader: FIRE,
      blending: AdditiveBlending,
      side: DoubleSide,
      transparent: true,
      depthWrite: false,
    });
    this.mesh = new Mesh(cone, material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  /** `change` of velocity in m/s, in the target's axes; `now` in milliseconds. */
  begin(change: Vector, now: number): void {
    this.change = change;
    this.begunAt = now;
    this.isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.mesh.visible = true;
  }

  end(): void {
    this.mesh.visible = false;
  }

  /** Positions the plume at a ship, or hides it after its end; `turn` converts the target's axes to the picture's. */
  place(ship: Vector3, turn: (change: Vector) => Vector, now: number): void {
    if (!this.mesh.visible) return;
    const shape = plumeShape(turn(this.change), now - this.begunAt, this.isStill);
    this.mesh.visible = shape !== null;
    if (!shape) return;
    const away = new Vector3(...shape.away);
    this.mesh.position.copy(ship).addScaledVector(away, FROM_SHIP);
    this.mesh.quaternion.setFromUnitVectors(NOZZLE, away);
    this.mesh.scale.set(shape.extent * WIDTH, shape.extent, shape.extent * WIDTH);
    this.strength.value = shape.strength;
  }
}

const CONE = `
  varying float vFrom;
  void main() {
    vFrom = -position.y;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

const FIRE = `
  uniform float strength;
  varying float vFrom;
  void main() {
    vec3 colour = mix(vec3(0.85, 0.93, 1.0), vec3(1.0, 0.5, 0.15), smoothstep(0.0, 0.7, vFrom));
    gl_FragColor = vec4(colour, strength * (1.0 - vFrom) * (1.0 - vFrom));
  }`;
