import { open } from 'node:fs/promises';
import type { Pool } from 'pg';
import { secretValues } from '../config-settings.js';
import { StartError } from '../platform/database/start-error.js';
import { faultOfHeads, verifyAnchors } from '../platform/eventsourcing/sealing/verify-anchors.js';
import { type FormerLog, verifyChain } from '../platform/eventsourcing/sealing/verify-chain.js';
import { describeLoss } from './describe-loss.js';
import { count, type Terminal } from './terminal.js';
import type { CliPlatform } from './with-platform.js';

const LARGEST_FILE = 1_000_000_000;

/** Heads of seals from outside the database. They detect a log that was truncated together with its seals. */
export interface AnchorSources {
  /** A seal's number and head. */
  readonly noted?: { readonly seal: number; readonly head: string } | undefined;
  /** Path of a file of anchors. */
  readonly file?: string | undefined;
}

/** `audit verify`: recomputes the chain over the log. Exit code 1 when an event, a seal or an anchor differs. */
export async function verifyAudit(
  { pool, log, secrets }: CliPlatform,
  terminal: Terminal,
  { noted, file }: AnchorSources,
): Promise<number> {
  const verdict = await verifyChain(pool, log.digests, secretValues(secrets.AUDIT_KEY));
  const { seals, sealedEvents, unsealedEvents, lastSealedAt, redactions, restores, formerLogs } = verdict;
  for (const former of formerLogs) terminal.err(noteOf(former));
  for (const { eventId, redactedAt, reason, subjectId } of redactions)
    terminal.out(`Event ${eventId} was redacted on ${redactedAt.toISOString()}: ${reason} (${subjectId}).`);
  for (const restore of restores)
    terminal.out(`The log was restored on ${restore.acceptedAt.toISOString()}: ${describeLoss(restore)}`);
  const fault = verdict.fault ?? (noted && (await faultOfHeads(pool, [{ log: verdict.log ?? '', ...noted }])));
  if (fault) {
    terminal.err(fault);
    return 1;
  }
  if (file !== undefined && !(await fitAnchors(pool, file, terminal))) return 1;
  if (seals === 0 && unsealedEvents > 0) {
    terminal.err(
      `No event is sealed, but the log contains ${count(unsealedEvents)} events: a running platform seals within 10 seconds.`,
    );
    return 1;
  }
  const until = lastSealedAt ? `, the last at ${lastSealedAt.toISOString()}` : '';
  terminal.out(
    `${count(sealedEvents)} events in ${count(seals)} ${seals === 1 ? 'seal' : 'seals'} are unchanged since they were sealed${until}.`,
  );
  terminal.out(`${count(unsealedEvents)} newer events are not sealed yet.`);
  return 0;
}

/** True when the file contains anchors and the stored seals match all of them. */
async function fitAnchors(pool: Pool, path: string, { out, err }: Terminal): Promise<boolean> {
  const { anchors, skippedLines, newest, fault } = await verifyAnchors(pool, linesOf(path));
  if (skippedLines > 0)
    err(
      `${path}: ${skippedLines === 1 ? '1 line is not an anchor and was' : `${count(skippedLines)} lines are not anchors and were`} skipped.`,
    );
  if (fault) {
    err(`${fault} After a restore, a recovery or a failover, anchors of lost seals differ: move the file away.`);
    return false;
  }
  if (newest === null) {
    err(`${path} contains no anchors.`);
    return false;
  }
  out(
    `${anchors === 1 ? '1 anchor matches' : `${count(anchors)} anchors match`}, the newest is seal ${count(newest.seal)} of ${newest.sealedAt}.`,
  );
  return true;
}

async function* linesOf(path: string): AsyncIterable<string> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The file ${path} cannot be read (${error.code}).`);
  });
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new StartError(`${path} is not a file.`);
    if (stat.size > LARGEST_FILE)
      throw new StartError(`${path} is larger than 1 GB: split it by lines and check each part.`);
    yield* file.readLines();
  } finally {
    await file.close();
  }
}

/** Not a fault by itself: the log may have been copied into another KurrentDB. */
const noteOf = ({ name, seals, sealedEvents, lastSealedAt }: FormerLog): string =>
  `Another log was sealed here before (${name}; ${count(sealedEvents)} events, ${count(seals)} ${seals === 1 ? 'seal' : 'seals'}, ` +
  `the last at ${lastSealedAt.toISOString()}). Unless the log was copied into another KurrentDB since then, its beginning was changed.`;
