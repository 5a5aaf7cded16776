import { type DeadLetter, type ReplayRequest } from '../contracts/dead-letter.contract.js';
import { affectedBy, remedyFor } from '../contracts/dead-letter-words.rule.js';
import { type DeadLetterSources, listDeadLetters } from '../features/operations/list-dead-letters.js';
import { replayDeadLetter } from '../features/operations/replay-dead-letter.js';
import { replayStream } from '../features/operations/replay.stream.js';
import type { Config } from '../config.js';
import { systemClock } from '../platform/clock.js';
import { handleCommand } from '../platform/eventsourcing/command-handling.js';
import { systemContext } from '../platform/eventsourcing/system-context.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { postgresJobBackend } from '../platform/jobs/postgres-job-backend.js';
import { redisJobBackend } from '../platform/jobs/redis-job-backend.js';
import type { Terminal } from './terminal.js';
import type { CliPlatform } from './with-platform.js';
import { CLI } from '../platform/ops/package-info.js';

/** `dead-letters list`: lists failed events and jobs with reason, meaning and next steps. Exit code 1 when there are any. */
export function listLetters(platform: CliPlatform, { out, err }: Terminal, config: Config): Promise<number> {
  return withSources(platform, config, async (sources) => {
    const { letters, total, jobsKnown } = await listDeadLetters(sources);
    for (const letter of letters) for (const line of linesOf(letter)) out(line);
    if (total > letters.length) out(`… and ${total - letters.length} more`);
    if (total === 0) out('No dead letters.');
    if (!jobsKnown) err('The job store does not respond, so failed jobs are not listed.');
    return total === 0 && jobsKnown ? 0 : 1;
  });
}

/** `dead-letters replay`: requests a replay from the running platform, which answers before the replay has ended. */
export function replayLetter(
  platform: CliPlatform,
  { out }: Terminal,
  config: Config,
  request: ReplayRequest,
): Promise<number> {
  return withSources(platform, config, async (sources) => {
    const requested = await replayDeadLetter({ ...sources, projections: platform.projections }, request);
    const context = systemContext(systemClock.now());
    await handleCommand(platform.store, replayStream.of(context.commandId), requested, context);
    out(`${DONE[request.kind]} To follow it: ${CLI} dead-letters list`);
    return 0;
  });
}

const DONE: Readonly<Record<ReplayRequest['kind'], string>> = {
  projection: 'The leader rebuilds it while the current one serves.',
  reactor: 'The leader runs it again within a second.',
  job: 'The next free worker runs it.',
};

function linesOf({ kind, reader, id, stream, version, eventType, events, since, error }: DeadLetter): string[] {
  const target = { projection: reader, reactor: `${reader} ${id}`, job: id }[kind];
  return [
    `${kind} ${reader}, since ${since}: ${error}`,
    ...(stream === null ? [] : [`  event: ${eventType ?? 'unknown'}, number ${version} of ${stream}`]),
    `  means: ${affectedBy(kind, reader, events)}`,
    `  to do: ${remedyFor(kind)}`,
    `  then: ${CLI} dead-letters replay ${kind} ${target}`,
  ];
}

async function withSources(
  { pool, store }: CliPlatform,
  { redisUrl }: Config,
  work: (sources: DeadLetterSources) => Promise<number>,
): Promise<number> {
  const backend = redisUrl ? redisJobBackend(redisUrl) : postgresJobBackend(pool.options.connectionString!);
  // A failure of the queue reaches its caller.
  const queue = new JobQueue(
    () => backend.openQueue(),
    () => undefined,
  );
  try {
    return await work({ pool, store, jobs: () => queue.ready() });
  } finally {
    backend.giveUp();
    await queue.close();
  }
}
