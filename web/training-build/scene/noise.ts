/** Returns the sum of octaves of value noise at a point in space, about 0 to 1. */
export function noise(x: number, y: number, z: number, octaves: number): number {
  let sum = 0;
  let weight = 0.5;
  let scale = 1;
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += weight * valueNoise(x * scale, y * scale, z * scale);
    weight /= 2;
    scale *= 2.1;
  }
  return sum / (1 - 0.5 ** octaves);
}

function valueNoise(x: number, y: number, z: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const k = Math.floor(z);
  const u = smooth(x - i);
  const v = smooth(y - j);
  const w = smooth(z - k);
  const near = lerp(lerp(hash(i, j, k), hash(i + 1, j, k), u), lerp(hash(i, j + 1, k), hash(i + 1, j + 1, k), u), v);
  const far = lerp(
    lerp(hash(i, j, k + 1), hash(i + 1, j, k + 1), u),
    lerp(hash(i, j + 1, k + 1), hash(i + 1, j + 1, k + 1), u),
    v,
  );
  return lerp(near, far, w);
}

const smooth = (t: number): number => t * t * (3 - 2 * t);
const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;

function hash(i: number, j: number, k: number): number {
  let h = Math.imul(i, 374_761_393) + Math.imul(j, 668_265_263) + Math.imul(k, 2_147_483_647);
  h = Math.imul(h ^ (h >>> 13), 1_274_126_177);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}
