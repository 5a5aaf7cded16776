import {
  BufferGeometry,
  CanvasTexture,
  Euler,
  Float32BufferAttribute,
  LinearMipmapLinearFilter,
  Matrix3,
  Matrix4,
  Mesh,
  type PerspectiveCamera,
  RepeatWrapping,
  ShaderMaterial,
  SRGBColorSpace,
  Vector3,
} from 'three';
import { drawEarth } from './earth-picture.js';

/** How the planet's axis leans against the orbit. */
const TILT = Math.PI / 2 - 0.5;

/**
 * The Earth with its air, worked out for each point of the screen from where one looks: round however near one is, and a
 * computer without a graphics card has three corners to place instead of twenty thousand.
 */
export class Earth {
  readonly mesh: Mesh;
  private readonly uniforms = {
    map: { value: mapOf(drawEarth()) },
    sun: { value: new Vector3() },
    centre: { value: new Vector3() },
    toGround: { value: new Matrix3() },
    unproject: { value: new Matrix4() },
    toWorld: { value: new Matrix3() },
  };

  /** `sun`: where the light comes from. */
  constructor(sun: Vector3) {
    this.uniforms.sun.value.copy(sun).normalize();
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
    this.mesh = new Mesh(
      geometry,
      new ShaderMaterial({
        uniforms: this.uniforms,
        vertexShader: CORNERS,
        fragmentShader: LOOK,
        transparent: true,
        depthTest: false,
        depthWrite: false,
      }),
    );
    this.mesh.frustumCulled = false;
  }

  /** As seen by this camera in the middle; `centre` in Earth radii, `spin` about the axis in radians. */
  place(camera: PerspectiveCamera, centre: Vector3, spin: number): void {
    this.uniforms.centre.value.copy(centre);
    const turned = new Matrix4().makeRotationFromEuler(new Euler(TILT, spin, 0, 'XYZ'));
    this.uniforms.toGround.value.setFromMatrix4(turned).transpose();
    this.uniforms.unproject.value.copy(camera.projectionMatrixInverse);
    this.uniforms.toWorld.value.setFromMatrix4(turned.makeRotationFromQuaternion(camera.quaternion));
  }
}

function mapOf(picture: HTMLCanvasElement): CanvasTexture {
  const map = new CanvasTexture(picture);
  map.colorSpace = SRGBColorSpace;
  map.wrapS = RepeatWrapping;
  map.minFilter = LinearMipmapLinearFilter;
  return map;
}

const CORNERS = `
  uniform mat4 unproject; uniform mat3 toWorld;
  varying vec3 vRay;
  void main() {
    vec4 far = unproject * vec4(position.xy, 1.0, 1.0);
    vRay = toWorld * (far.xyz / far.w);
    gl_Position = vec4(position.xy, 1.0, 1.0);
  }`;

const LOOK = `
  uniform sampler2D map; uniform vec3 sun; uniform vec3 centre; uniform mat3 toGround;
  varying vec3 vRay;

  const vec3 AIR = vec3(0.22, 0.5, 1.0);

  // both are right but for one seam each, and the seams lie opposite: the smoother one knows no seam here
  vec2 placeOnMap(vec3 ground) {
    float turn = atan(ground.z, ground.x) * 0.15915494;
    float other = fract(turn);
    float across = fwidth(turn) < fwidth(other) + 1e-5 ? turn : other;
    return vec2(-across, asin(clamp(ground.y, -1.0, 1.0)) * 0.31830989 + 0.5);
  }

  void main() {
    vec3 ray = normalize(vRay);
    float along = dot(ray, centre);
    vec3 nearest = ray * along - centre;
    float height = length(nearest);
    if (along < 0.0 || height > 1.09) discard;
    // what lies behind the horizon is asked, too, for how fast the map changes there
    vec3 up = height < 1.0 ? ray * (along - sqrt(1.0 - height * height)) - centre : nearest / height;
    float facing = dot(up, sun);
    float day = smoothstep(-0.15, 0.4, facing);
    vec3 ground = texture2D(map, placeOnMap(toGround * up)).rgb;
    vec3 air = mix(AIR, vec3(0.72, 0.86, 1.0), 0.55) * (0.015 + 0.985 * day);
    if (height > 1.0) {
      float left = exp((1.0 - height) * 60.0) * (1.0 - smoothstep(1.06, 1.09, height));
      gl_FragColor = vec4(mix(AIR * day, air, left), left);
    } else {
      float edge = 1.0 + dot(up, ray);
      float sea = clamp((ground.b - ground.r) * 4.0, 0.0, 1.0);
      float glint = pow(max(dot(reflect(ray, up), sun), 0.0), 50.0) * sea;
      vec3 lit = ground * (0.015 + 1.15 * max(facing, 0.0)) + vec3(1.0, 0.9, 0.7) * glint * 0.5;
      gl_FragColor = vec4(mix(lit, air, 0.03 + 0.97 * pow(edge, 7.0)), 1.0);
    }
    #include <colorspace_fragment>
  }`;
