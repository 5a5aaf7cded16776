import { climateAt } from './climate.js';
import { traceCoastline } from './coastline.js';
import { noise } from './noise.js';

/** An equirectangular map: 180° west at the left edge, the North Pole in the first row. */
export interface EarthMap {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
}

const LAND = { width: 2_048, height: 1_024 };
const GROUND = { width: 1_024, height: 512 };
/** Number of land map pixels per ground map pixel, in each direction. */
const FINER = LAND.width / GROUND.width;
const OCTAVES = 5;
/** Longest uninterrupted part of the work, so that no picture is delayed. */
const SLICE_MS = 8;

/** Draws the map of land (255) and water (0). Values in between are within a pixel of the coast. */
export function drawLand(): EarthMap {
  const { width, height } = LAND;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, LAND);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.fillStyle = '#fff';
  context.beginPath();
  traceCoastline(context, LAND);
  context.fill('evenodd');
  const drawn = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const pixels = new Uint8Array(width * height);
  // The highest byte is the opacity: the share of the pixel that land covers.
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = drawn[index]! >>> 24;
  return { width, height, pixels };
}

/**
 * Draws climate (red), relief (green) and clouds (blue), all 0 to 255, in short time slices. Water has neither climate nor relief. Rejects
 * with the signal's reason once it is aborted.
 */
export async function drawGround(land: EarthMap, signal: AbortSignal): Promise<EarthMap> {
  const { width, height } = GROUND;
  const pixels = new Uint8Array(width * height * 4);
  let pauseAt = performance.now() + SLICE_MS;
  for (let row = 0; row < height; row += 1) {
    drawRow(row, land, pixels);
    if (performance.now() < pauseAt) continue;
    await new Promise((resolve) => void setTimeout(resolve));
    signal.throwIfAborted();
    pauseAt = performance.now() + SLICE_MS;
  }
  return { width, height, pixels };
}

function drawRow(row: number, land: EarthMap, pixels: Uint8Array): void {
  const { width, height } = GROUND;
  const latitude = 90 - ((row + 0.5) / height) * 180;
  const [up, flat] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
  const belts = 0.05 * Math.cos(6 * latitude * RADIANS);
  let before = 0.5;
  for (let column = 0; column < width; column += 1) {
    const longitude = ((column + 0.5) / width) * 360 - 180;
    const [x, y] = [flat * Math.cos(longitude * RADIANS), flat * Math.sin(longitude * RADIANS)];
    const at = (row * width + column) * 4;
    if (hasLand(land, column, row)) {
      const height = noise(x * 9 + 3, y * 9 + 5, up * 9 + 7, OCTAVES);
      pixels[at] = toByte(climateAt(longitude, latitude) + (height - 0.5) * 0.4);
      pixels[at + 1] = toByte(0.5 + (height - before) * 2.5 + (height - 0.5) * 0.7);
      before = height;
    } else pixels[at + 1] = 128;
    const cloud = noise(x * 3 + 11, y * 3 + 2, up * 5 + 4, OCTAVES) + belts;
    pixels[at + 2] = toByte((cloud - 0.55) * 3.4);
    pixels[at + 3] = 255;
  }
}

/** Returns whether a pixel of the ground map, or one of its neighbours, contains land. */
function hasLand({ width, height, pixels }: EarthMap, column: number, row: number): boolean {
  for (let y = Math.max(0, (row - 1) * FINER); y < Math.min(height, (row + 2) * FINER); y += 1)
    for (let x = (column - 1) * FINER; x < (column + 2) * FINER; x += 1)
      if (pixels[y * width + ((x + width) % width)]! > 0) return true;
  return false;
}

const RADIANS = Math.PI / 180;
const toByte = (share: number): number => Math.min(255, Math.max(0, Math.round(share * 255)));
