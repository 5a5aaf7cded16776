import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Scene,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { Earth } from './earth.js';

/** Earth radii are the unit here, so that the Earth and the stars need no care for depth. */
const EARTH_RADIUS = 6_378_137;
const STARS = 1_500;
const STAR_DISTANCE = 60;
/** In pixels of the page. */
const STAR_SIZE = 1.5;

/** Where the sun stands: from the left, above, and behind who looks. */
export const SUN = new Vector3(-6, 5, 7);

/** Earth, stars and sun: drawn first and behind everything, turned like the camera but never moved. */
export class Backdrop {
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(50, 1, 0.01, 200);
  private readonly sky = new Group();
  private readonly starlight = new PointsMaterial({ sizeAttenuation: false, vertexColors: true, depthWrite: false });
  private readonly earth = new Earth(SUN);
  private readonly centre = new Vector3();

  constructor() {
    this.sky.add(new Points(stars(), this.starlight));
    this.scene.add(this.sky, this.earth.mesh);
  }

  /**
   * `turn`: by how much the picture's axes have turned since the start, in radians; `radius` of the orbit in metres; `ratio`:
   * pixels drawn for a pixel of the page.
   */
  draw(
    renderer: WebGLRenderer,
    view: PerspectiveCamera,
    { turn, radius, isTurning, ratio }: { turn: number; radius: number; isTurning: boolean; ratio: number },
  ): void {
    this.camera.fov = view.fov;
    this.camera.aspect = view.aspect;
    this.camera.quaternion.copy(view.quaternion);
    this.camera.updateProjectionMatrix();
    const distance = radius / EARTH_RADIUS;
    // Down is where the Earth is; in a frame that does not turn it wanders about instead of the stars.
    const down = isTurning ? 0 : turn;
    this.centre.set(-Math.sin(down) * distance, -Math.cos(down) * distance, 0);
    // The axis lies across the orbit, with a tilt; what passes below is the ground one flies over.
    this.earth.place(this.camera, this.centre, isTurning ? turn : 0);
    this.sky.rotation.z = isTurning ? turn : 0;
    this.starlight.size = Math.max(1, STAR_SIZE * ratio);
    renderer.render(this.scene, this.camera);
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
