import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Scene,
  type WebGLRenderer,
} from 'three';
import { Earth } from './earth.js';
import type { Sky } from './sky.js';
import { EARTH_ORDER, Sun } from './sun.js';

const STARS = 1_500;
/** In Earth radii, like all distances here: the Earth and the stars are drawn behind everything else. */
const STAR_DISTANCE = 60;
/** In pixels of the page. */
const STAR_SIZE = 1.5;

/** Stars, Sun and Earth: drawn first and behind everything. They rotate with the camera and never move. */
export class Backdrop {
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(50, 1, 0.01, 200);
  private readonly stars = new Group();
  private readonly starlight = new PointsMaterial({ sizeAttenuation: false, vertexColors: true, depthWrite: false });
  private readonly sun = new Sun(this.scene);
  private readonly earth = new Earth();

  constructor() {
    this.stars.add(new Points(stars(), this.starlight));
    this.earth.mesh.renderOrder = EARTH_ORDER;
    this.scene.add(this.stars, this.earth.mesh);
  }

  /** Number that changes when the same sky looks different. */
  get version(): number {
    return this.earth.maps;
  }

  /** Draws the sky in the direction of `view`; `ratio` is the number of drawn pixels per pixel of the page. */
  draw(renderer: WebGLRenderer, view: PerspectiveCamera, sky: Sky, ratio: number): void {
    this.camera.fov = view.fov;
    this.camera.aspect = view.aspect;
    this.camera.quaternion.copy(view.quaternion);
    this.camera.updateProjectionMatrix();
    this.earth.place(this.camera, sky);
    this.sun.place(this.camera, sky);
    this.stars.rotation.z = sky.stars;
    this.starlight.size = Math.max(1, STAR_SIZE * ratio);
    renderer.render(this.scene, this.camera);
  }

  dispose(): void {
    this.earth.dispose();
  }
}

function stars(): BufferGeometry {
  const places: number[] = [];
  const colours: number[] = [];
  let seed = 7;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let index = 0; index < STARS; index += 1) {
    const height = random() * 2 - 1;
    const angle = random() * 2 * Math.PI;
    const flat = Math.sqrt(1 - height * height);
    places.push(STAR_DISTANCE * flat * Math.cos(angle), STAR_DISTANCE * height, STAR_DISTANCE * flat * Math.sin(angle));
    const brightness = 0.2 + 0.8 * random() ** 3;
    colours.push(brightness, brightness, brightness * (0.85 + 0.15 * random()));
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(places, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colours, 3));
  return geometry;
}
