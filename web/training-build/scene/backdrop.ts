import {
  AmbientLight,
  BackSide,
  BufferGeometry,
  CanvasTexture,
  DirectionalLight,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Scene,
  ShaderMaterial,
  SphereGeometry,
  SRGBColorSpace,
  type WebGLRenderer,
} from 'three';
import { drawEarth } from './earth-picture.js';

/** Earth radii are the unit here, so that the Earth and the stars need no care for depth. */
const EARTH_RADIUS = 6_378_137;
const STARS = 1_800;
const STAR_DISTANCE = 60;

/** Earth, stars and sun: drawn first and behind everything, turned like the camera but never moved. */
export class Backdrop {
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(50, 1, 0.01, 200);
  private readonly sky = new Group();
  private readonly earth: Mesh;
  private readonly globe = new Group();

  constructor() {
    const texture = new CanvasTexture(drawEarth());
    texture.colorSpace = SRGBColorSpace;
    this.earth = new Mesh(
      new SphereGeometry(1, 96, 64),
      new MeshStandardMaterial({ map: texture, roughness: 0.85, metalness: 0 }),
    );
    this.globe.add(this.earth, new Mesh(new SphereGeometry(1.022, 96, 64), atmosphere()));
    this.sky.add(stars());
    const sun = new DirectionalLight(0xfff4e0, 3.2);
    sun.position.set(-6, 5, 7);
    this.scene.add(this.sky, this.globe, sun, new AmbientLight(0x26344c, 0.9));
  }

  /** `turn`: by how much the picture's axes have turned since the start, in radians; `radius` of the orbit in metres. */
  draw(renderer: WebGLRenderer, view: PerspectiveCamera, turn: number, radius: number, isTurning: boolean): void {
    this.camera.fov = view.fov;
    this.camera.aspect = view.aspect;
    this.camera.quaternion.copy(view.quaternion);
    this.camera.updateProjectionMatrix();
    const distance = radius / EARTH_RADIUS;
    // Down is where the Earth is; in a frame that does not turn it wanders about instead of the stars.
    const down = isTurning ? 0 : turn;
    this.globe.position.set(-Math.sin(down) * distance, -Math.cos(down) * distance, 0);
    // The axis lies across the orbit, with a tilt; what passes below is the ground one flies over.
    this.earth.rotation.set(Math.PI / 2 - 0.5, isTurning ? turn : 0, 0, 'XYZ');
    this.sky.rotation.z = isTurning ? turn : 0;
    renderer.render(this.scene, this.camera);
  }
}

function stars(): Points {
  const places: number[] = [];
  const colours: number[] = [];
  let seed = 7;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let index = 0; index < STARS; index += 1) {
    const height = random() * 2 - 1;
    const angle = random() * 2 * Math.PI;
    const flat = Math.sqrt(1 - height * height);
    places.push(STAR_DISTANCE * flat * Math.cos(angle), STAR_DISTANCE * height, STAR_DISTANCE * flat * Math.sin(angle));
    const brightness = 0.35 + 0.65 * random() ** 3;
    colours.push(brightness, brightness, brightness * (0.85 + 0.15 * random()));
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(places, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colours, 3));
  return new Points(geometry, new PointsMaterial({ size: 1.6, sizeAttenuation: false, vertexColors: true }));
}

/** A blue rim that is brightest where one looks along the air. */
const atmosphere = (): ShaderMaterial =>
  new ShaderMaterial({
    transparent: true,
    side: BackSide,
    depthWrite: false,
    vertexShader: `
      varying vec3 vNormal; varying vec3 vView;
      void main() {
        vNormal = normalize(normalMatrix * normal);
        vec4 place = modelViewMatrix * vec4(position, 1.0);
        vView = normalize(-place.xyz);
        gl_Position = projectionMatrix * place;
      }`,
    fragmentShader: `
      varying vec3 vNormal; varying vec3 vView;
      void main() {
        float rim = clamp(1.0 + dot(normalize(vNormal), vView) * 2.6, 0.0, 1.0);
        gl_FragColor = vec4(0.36, 0.66, 1.0, (1.0 - rim) * 0.75);
      }`,
  });
