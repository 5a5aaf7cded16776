import { z } from 'zod';
import type { Seal } from './seal.js';

/** The head of a seal, written outside the database. It proves the log up to this seal. */
export const SealAnchor = z.object({
  /** Name of the log, as in `LogDigests.name`. */
  log: z.string().min(1).max(200),
  seal: z.int().min(1),
  head: z.string().regex(/^[0-9a-f]{64}$/),
  /** Number of events in the log up to this seal. */
  total: z.int().min(1),
  sealedAt: z.iso.datetime(),
});
export type SealAnchor = z.infer<typeof SealAnchor>;

/** Returns the anchor of a seal. */
export const anchorOf = (log: string, { number, head, total, sealedAt }: Seal): SealAnchor => ({
  log,
  seal: number,
  head: head.toString('hex'),
  total,
  sealedAt: sealedAt.toISOString(),
});

/** A line may contain a syslog header before the anchor. */
const MAX_LINE = 2_000;

/** Parses a line of an anchor file, a syslog file or the structured log. Returns null for any other line. */
export function parseAnchor(line: string): SealAnchor | null {
  const start = line.indexOf('{');
  if (start < 0 || line.length > MAX_LINE) return null;
  try {
    return SealAnchor.safeParse(JSON.parse(line.slice(start))).data ?? null;
  } catch {
    return null;
  }
}
