const WIDTH = 1024;
const HEIGHT = 512;
const OCTAVES = 5;

/** A map of an earth-like planet, drawn from noise once: seas, land by latitude, ice and clouds. */
export function drawEarth(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d')!;
  const image = context.createImageData(WIDTH, HEIGHT);
  for (let row = 0; row < HEIGHT; row += 1) {
    const latitude = Math.PI * (row / HEIGHT - 0.5);
    for (let column = 0; column < WIDTH; column += 1) {
      const longitude = (2 * Math.PI * column) / WIDTH;
      const x = Math.cos(latitude) * Math.cos(longitude);
      const y = Math.sin(latitude);
      const z = Math.cos(latitude) * Math.sin(longitude);
      image.data.set([...colourAt(x, y, z), 255], (row * WIDTH + column) * 4);
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

type Colour = readonly [number, number, number];

function colourAt(x: number, y: number, z: number): Colour {
  const height = noise(x * 1.7 + 3, y * 1.7 + 5, z * 1.7 + 7);
  const clouds = Math.max(0, noise(x * 3 + 11, y * 5 + 2, z * 3 + 4) - 0.5) * 3.2;
  const cold = Math.abs(y) + (height - 0.5) * 0.3;
  const ground = cold > 0.88 ? ICE : height > 0.53 ? land(height, Math.abs(y)) : sea(height);
  return mix(ground, CLOUD, Math.min(0.92, clouds));
}

const ICE: Colour = [226, 236, 244];
const CLOUD: Colour = [244, 247, 250];
const sea = (height: number): Colour => mix([5, 22, 58], [22, 82, 128], Math.max(0, (height - 0.3) * 4));
const land = (height: number, latitude: number): Colour =>
  mix(latitude < 0.35 ? [140, 118, 74] : [52, 92, 52], [128, 116, 96], Math.min(1, (height - 0.53) * 6));

const mix = (a: Colour, b: Colour, part: number): Colour => {
  const share = Math.min(1, Math.max(0, part));
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
};

/** Sum of octaves of value noise, about 0 to 1. */
function noise(x: number, y: number, z: number): number {
  let sum = 0;
  let weight = 0.5;
  let scale = 1;
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    sum += weight * valueNoise(x * scale, y * scale, z * scale);
    weight /= 2;
    scale *= 2.1;
  }
  return sum / (1 - 0.5 ** OCTAVES);
}

function valueNoise(x: number, y: number, z: number): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [smooth(x - i), smooth(y - j), smooth(z - k)];
  const edge = (a: number, b: number): number => lerp(hash(i, j + a, k + b), hash(i + 1, j + a, k + b), u);
  return lerp(lerp(edge(0, 0), edge(1, 0), v), lerp(edge(0, 1), edge(1, 1), v), w);
}

const smooth = (t: number): number => t * t * (3 - 2 * t);
const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;

function hash(i: number, j: number, k: number): number {
  let h = Math.imul(i, 374_761_393) + Math.imul(j, 668_265_263) + Math.imul(k, 2_147_483_647);
  h = Math.imul(h ^ (h >>> 13), 1_274_126_177);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}
