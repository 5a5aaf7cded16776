import { secretValues } from '../config-settings.js';
import { type FormerLog, type NotedHead, verifyChain } from '../platform/eventsourcing/sealing/verify-chain.js';
import { count, type Terminal } from './terminal.js';
import type { CliPlatform } from './with-platform.js';

/**
 * `audit verify`: recomputes the chain over the log. Exit code 1 when an event or a seal is not what it was.
 * @param noted a seal's number and head from the structured log; without it, a log cut off together with its seals looks whole
 */
export async function verifyAudit(
  { pool, log, secrets }: CliPlatform,
  terminal: Terminal,
  noted: NotedHead | undefined,
): Promise<number> {
  const verdict = await verifyChain(pool, log.digests, secretValues(secrets.AUDIT_KEY), noted);
  const { seals, sealedEvents, unsealedEvents, lastSealedAt, fault, redactions, formerLogs } = verdict;
  for (const former of formerLogs) terminal.err(noteOf(former));
  for (const { eventId, redactedAt, reason, subjectId } of redactions)
    terminal.out(`Event ${eventId} was redacted on ${redactedAt.toISOString()}: ${reason} (${subjectId}).`);
  if (fault) {
    terminal.err(fault);
    return 1;
  }
  if (seals === 0 && unsealedEvents > 0) {
    terminal.err(
      `Nothing is sealed, but the log holds ${count(unsealedEvents)} events: a running platform seals within 10 seconds.`,
    );
    return 1;
  }
  const until = lastSealedAt ? `, the last at ${lastSealedAt.toISOString()}` : '';
  terminal.out(
    `${count(sealedEvents)} events in ${count(seals)} ${seals === 1 ? 'seal' : 'seals'} are as they were sealed${until}.`,
  );
  terminal.out(`${count(unsealedEvents)} newer events are not sealed yet.`);
  return 0;
}

/** No fault by itself: the log may have been copied into another KurrentDB. */
const noteOf = ({ name, seals, sealedEvents, lastSealedAt }: FormerLog): string =>
  `Another log was sealed here before (${name}; ${count(sealedEvents)} events, ${count(seals)} ${seals === 1 ? 'seal' : 'seals'}, ` +
  `the last at ${lastSealedAt.toISOString()}). If nobody has copied the log into another KurrentDB since, the begin of this one was changed.`;
