import {
  AdditiveBlending,
  Group,
  Mesh,
  type PerspectiveCamera,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { Sky } from './sky.js';

/** In Earth radii; the angles below do not depend on it. */
const DISTANCE = 50;
/** Half angles in radians. The real disc is half as wide, too small for a coarse picture. */
const DISC = 0.009;
const GLARE = 0.3;

/** The Sun's disc, which the Earth hides, and its glare, which shines over the Earth's edge. */
export class Sun {
  private readonly group = new Group();
  private readonly disc = glow(DISC, 'smoothstep(1.0, 0.8, away)', BEHIND_EARTH);
  private readonly glare = glow(GLARE, '0.55 * pow(1.0 - away, 6.0) + 0.1 * (1.0 - away) * (1.0 - away)', BEFORE_EARTH);
  private readonly at = new Vector3();

  constructor(scene: Scene) {
    this.group.add(this.disc.mesh, this.glare.mesh);
    scene.add(this.group);
  }

  place(camera: PerspectiveCamera, { sun, sunlight }: Sky): void {
    this.at.set(...sun).multiplyScalar(DISTANCE);
    this.group.position.copy(this.at);
    this.group.quaternion.copy(camera.quaternion);
    this.glare.strength.value = sunlight;
    this.glare.mesh.visible = sunlight > 0;
  }
}

const BEHIND_EARTH = 1;
export const EARTH_ORDER = 2;
const BEFORE_EARTH = 3;

/** Creates a square that faces the camera; `look` is its brightness at `away`, from 0 in the middle to 1. */
function glow(halfAngle: number, look: string, order: number) {
  const strength = { value: 1 };
  const side = 2 * DISTANCE * Math.tan(halfAngle);
  const material = new ShaderMaterial({
    uniforms: { strength },
    vertexShader: `
      varying vec2 vAt;
      void main() {
        vAt = uv * 2.0 - 1.0;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: `
      uniform float strength;
      varying vec2 vAt;
      void main() {
        float away = min(length(vAt), 1.0);
        gl_FragColor = vec4(mix(vec3(1.0, 0.62, 0.35), vec3(1.0, 0.97, 0.9), strength), strength * (${look}));
      }`,
    blending: AdditiveBlending,
    transparent: true,
    depthTest: false,
    depthWrite: false,
  });
  const mesh = new Mesh(new PlaneGeometry(side, side), material);
  mesh.renderOrder = order;
  return { mesh, strength };
}
