import {
  BufferGeometry,
  Color,
  DataTexture,
  Float32BufferAttribute,
  LinearFilter,
  LinearMipmapLinearFilter,
  Matrix3,
  Matrix4,
  Mesh,
  type PerspectiveCamera,
  RedFormat,
  RepeatWrapping,
  RGBAFormat,
  ShaderMaterial,
  Vector3,
} from 'three';
import { drawGround, drawLand, type EarthMap } from './earth-maps.js';
import type { Sky } from './sky.js';

/**
 * The Earth with its atmosphere, computed for each pixel from the direction of view. It stays round at any distance, and a computer without
 * a graphics card transforms three vertices instead of twenty thousand.
 */
export class Earth {
  readonly mesh: Mesh;
  /** Number of maps drawn so far. */
  maps = 0;
  private readonly stop = new AbortController();
  private readonly uniforms = {
    land: { value: PLAIN_SEA },
    ground: { value: PLAIN_GROUND },
    sun: { value: new Vector3() },
    centre: { value: new Vector3() },
    toGround: { value: new Matrix3() },
    unproject: { value: new Matrix4() },
    toWorld: { value: new Matrix3() },
  };

  constructor() {
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
    this.drawMaps(this.stop.signal).catch((error: unknown) => {
      if (!this.stop.signal.aborted) throw error;
    });
  }

  /** Updates the Earth of this sky for a camera in the middle of the picture. */
  place(camera: PerspectiveCamera, { earth, sun, ground: [x, y, z] }: Sky): void {
    this.uniforms.centre.value.set(...earth);
    this.uniforms.sun.value.set(...sun);
    this.uniforms.toGround.value.set(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
    this.uniforms.unproject.value.copy(camera.projectionMatrixInverse);
    this.uniforms.toWorld.value.setFromMatrix4(new Matrix4().makeRotationFromQuaternion(camera.quaternion));
  }

  /** Cancels the drawing of maps. */
  dispose(): void {
    this.stop.abort();
  }

  /** Draws coasts immediately; colours and clouds follow. */
  private async drawMaps(signal: AbortSignal): Promise<void> {
    const land = drawLand();
    this.uniforms.land.value = textureOf(land, RedFormat);
    this.maps += 1;
    this.uniforms.ground.value = textureOf(await drawGround(land, signal), RGBAFormat);
    this.maps += 1;
  }
}

function textureOf({ width, height, pixels }: EarthMap, format: typeof RedFormat | typeof RGBAFormat): DataTexture {
  const map = new DataTexture(pixels, width, height, format);
  map.wrapS = RepeatWrapping;
  map.magFilter = LinearFilter;
  map.minFilter = width > 1 ? LinearMipmapLinearFilter : LinearFilter;
  map.generateMipmaps = width > 1;
  map.needsUpdate = true;
  return map;
}

const PLAIN_SEA = textureOf({ width: 1, height: 1, pixels: new Uint8Array([0]) }, RedFormat);
const PLAIN_GROUND = textureOf({ width: 1, height: 1, pixels: new Uint8Array([60, 128, 0, 255]) }, RGBAFormat);

/** Returns a screen colour as a shader constant in linear light. */
function glsl(hex: number): string {
  const { r, g, b } = new Color(hex);
  return `vec3(${[r, g, b].map((part) => part.toFixed(4)).join(', ')})`;
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
  uniform sampler2D land; uniform sampler2D ground; uniform vec3 sun; uniform vec3 centre; uniform mat3 toGround;
  varying vec3 vRay;

  const vec3 AIR = vec3(0.22, 0.5, 1.0);
  const vec3 DEEP = ${glsl(0x0b2f63)};
  const vec3 SHALLOW = ${glsl(0x2f86a3)};
  const vec3 FOREST = ${glsl(0x2f5a2c)};
  const vec3 STEPPE = ${glsl(0x8f8a55)};
  const vec3 DESERT = ${glsl(0xd9bb85)};
  const vec3 ICE = ${glsl(0xf3f7fb)};
  const vec3 DUSK = vec3(1.0, 0.55, 0.28);

  // Each of the two has one seam, and the seams lie opposite: the smoother one has no seam here.
  vec2 placeOnMap(vec3 at) {
    float turn = atan(at.y, at.x) * 0.15915494;
    float other = fract(turn);
    float across = fwidth(turn) < fwidth(other) + 1e-5 ? turn : other;
    return vec2(across + 0.5, 0.5 - asin(clamp(at.z, -1.0, 1.0)) * 0.31830989);
  }

  void main() {
    vec3 ray = normalize(vRay);
    float along = dot(ray, centre);
    vec3 nearest = ray * along - centre;
    float height = length(nearest);
    if (along < 0.0 || height > 1.09) discard;
    // The map is read behind the horizon too, because its change across the horizon selects the level of detail.
    vec3 up = height < 1.0 ? ray * (along - sqrt(1.0 - height * height)) - centre : nearest / height;
    float facing = dot(up, sun);
    float day = smoothstep(-0.15, 0.4, facing);
    vec2 place = placeOnMap(toGround * up);
    float share = texture2D(land, place).r;
    vec3 here = texture2D(ground, place).rgb;
    // From near, the coast is sharper than the pixels of the map.
    float blur = clamp(fwidth(share), 0.04, 0.5);
    float isLand = smoothstep(0.5 - blur, 0.5 + blur, share);
    vec3 air = mix(AIR, vec3(0.72, 0.86, 1.0), 0.55) * (0.015 + 0.985 * day);
    if (height > 1.0) {
      float left = exp((1.0 - height) * 60.0) * (1.0 - smoothstep(1.06, 1.09, height));
      gl_FragColor = vec4(mix(AIR * day, air, left), left);
    } else {
      float edge = 1.0 + dot(up, ray);
      vec3 dry = mix(mix(FOREST, STEPPE, min(here.r * 2.5, 1.0)), DESERT, clamp(here.r * 3.3 - 1.3, 0.0, 1.0));
      vec3 soil = mix(dry, ICE, clamp(here.r * 6.0 - 5.0, 0.0, 1.0)) * (0.6 + 0.8 * here.g);
      vec3 water = mix(DEEP, SHALLOW, share);
      float clouds = here.b * 0.86;
      vec3 colour = mix(mix(water, soil, isLand), vec3(0.86), clouds);
      float glint = pow(max(dot(reflect(ray, up), sun), 0.0), 50.0) * (1.0 - isLand) * (1.0 - clouds);
      vec3 light = mix(DUSK, vec3(1.0), smoothstep(0.0, 0.3, facing)) * (1.2 * max(facing, 0.0));
      vec3 lit = colour * (light + vec3(0.02, 0.027, 0.045)) + vec3(1.0, 0.9, 0.7) * glint * 0.5;
      gl_FragColor = vec4(mix(lit, air, 0.03 + 0.97 * pow(edge, 7.0)), 1.0);
    }
    #include <colorspace_fragment>
  }`;
