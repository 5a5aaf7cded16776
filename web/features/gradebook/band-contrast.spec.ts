/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const css = readFileSync(resolve('web/app/theme.css'), 'utf8');

/** The colour of a variable in the light and the dark scheme. */
function colours(name: string): [light: string, dark: string] {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css) ?? [];
  if (!light || !dark) throw new Error(`--${name} has no colours for both schemes.`);
  return [light, dark];
}

/** Relative luminance as defined by WCAG 2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each(['band-top', 'band-a', 'band-b', 'band-c', 'band-d', 'band-f', 'flash', 'panel', 'raised'])(
  'ink on %s',
  (name) => {
    it.each([
      ['light', 0],
      ['dark', 1],
    ] as const)('has enough contrast in the %s scheme', (_, scheme) => {
      expect(contrast(colours('ink')[scheme], colours(name)[scheme])).toBeGreaterThanOrEqual(4.5);
    });
  },
);
