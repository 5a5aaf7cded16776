interface TypedPoints {
  points: number;
  maximum: number;
  /** The invalid field, or null. */
  problem: 'points' | 'maximum' | null;
}

const MAX_POINTS = 1_000_000;

/** Parses typed points and their maximum. A decimal comma is accepted. */
export function parsePoints(typedPoints: string, typedMaximum: string): TypedPoints {
  const [points, maximum] = [numberOf(typedPoints), numberOf(typedMaximum)];
  if (!(maximum > 0 && maximum <= MAX_POINTS)) return { points, maximum, problem: 'maximum' };
  return { points, maximum, problem: points >= 0 && points <= maximum ? null : 'points' };
}

const numberOf = (text: string): number =>
  /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
