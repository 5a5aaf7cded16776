import type { Pool } from 'pg';
import { parseAnchor, type SealAnchor } from './seal-anchor.js';

const ANCHORS_AT_ONCE = 1_000;

/** The identity of a seal and its head. */
export type AnchoredHead = Pick<SealAnchor, 'log' | 'seal' | 'head'>;

/** Result of comparing anchors with the stored seals. */
export interface AnchorsVerdict {
  readonly anchors: number;
  readonly skippedLines: number;
  /** The anchor of the newest seal. */
  readonly newest: SealAnchor | null;
  /** The first anchor without a matching seal, as a sentence; null when all match. */
  readonly fault: string | null;
}

/** Compares every anchor in the lines with the stored seals. `verifyChain` compares the seals with the log. */
export async function verifyAnchors(pool: Pool, lines: AsyncIterable<string>): Promise<AnchorsVerdict> {
  let [anchors, skippedLines] = [0, 0];
  let newest: SealAnchor | null = null;
  let batch: SealAnchor[] = [];
  let fault: string | null = null;
  for await (const line of lines) {
    const anchor = parseAnchor(line);
    if (anchor === null) {
      if (line.trim() !== '') skippedLines += 1;
      continue;
    }
    anchors += 1;
    if (newest === null || anchor.sealedAt > newest.sealedAt) newest = anchor;
    if (batch.push(anchor) < ANCHORS_AT_ONCE) continue;
    fault = await faultOfHeads(pool, batch);
    batch = [];
    if (fault) break;
  }
  return { anchors, skippedLines, newest, fault: fault ?? (await faultOfHeads(pool, batch)) };
}

const MISMATCH = `
  select a.seal::float8 as seal, s.number is null as "isMissing",
         coalesce((select max(number) from log.seals where log = a.log), 0)::float8 as last
  from unnest($1::text[], $2::bigint[], $3::text[]) as a (log, seal, head)
  left join log.seals s on s.log = a.log and s.number = a.seal
  where s.number is null or encode(s.head, 'hex') <> a.head
  order by a.seal limit 1`;

interface Mismatch {
  seal: number;
  isMissing: boolean;
  last: number;
}

/** Returns a sentence about the first head that no stored seal has; null when all have one. */
export async function faultOfHeads(pool: Pool, heads: readonly AnchoredHead[]): Promise<string | null> {
  if (heads.length === 0) return null;
  const values = [heads.map(({ log }) => log), heads.map(({ seal }) => seal), heads.map(({ head }) => head)];
  const [first] = (await pool.query<Mismatch>(MISMATCH, values)).rows;
  if (!first) return null;
  if (first.isMissing)
    return `Seal ${first.seal} is missing, the chain ends at ${first.last}: the chain was truncated.`;
  return `Seal ${first.seal} differs from its anchor: the chain was rebuilt from there or from an earlier seal.`;
}
