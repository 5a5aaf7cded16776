import type { ReplayRequest } from '../../contracts/dead-letter.contract.js';
import { DomainError } from '../../platform/domain-error.js';
import { requestReplay } from '../../platform/eventsourcing/projecting/dead-letters.js';
import { type ProjectionSet, requestRebuild } from '../../platform/eventsourcing/projecting/projection-set.js';
import { readerOf } from '../../platform/eventsourcing/projecting/reactor.js';
import { withinTime } from '../../platform/within-time.js';
import type { DeadLetterSources } from './list-dead-letters.js';
import type { ReplayRequested } from './replay.events.js';

/** For each of three calls, within the four seconds of a request. */
const JOBS_WITHIN_MS = 1_200;

/**
 * Starts a replay: the leader rebuilds the projection or runs the reactor, a worker runs the job. Returns the data of the event to record.
 * @throws DomainError NOT_FOUND when there is nothing to replay under this name.
 */
export async function replayDeadLetter(
  { pool, jobs, projections }: DeadLetterSources & { readonly projections: ProjectionSet },
  request: ReplayRequest,
): Promise<ReplayRequested['data']> {
  if (request.kind === 'job') return retryJob(jobs, request.id);
  const { kind, reader } = request;
  if (kind === 'reactor') {
    if (!(await requestReplay(pool, readerOf(reader), request.id)))
      throw noLongerAvailable('This event is no longer parked.');
    return { kind, reader, id: request.id };
  }
  const isKnown = projections.newest().some(({ name }) => name === reader);
  if (!isKnown || (await requestRebuild(pool, [reader])) === 0) throw noLongerAvailable('There is no such read model.');
  return { kind, reader, id: null };
}

async function retryJob(jobs: DeadLetterSources['jobs'], id: string): Promise<ReplayRequested['data']> {
  const finding = jobs().then((queue) => queue.getJob(id));
  const job = await withinTime(finding, JOBS_WITHIN_MS).catch(() => {
    const title = 'The job store does not respond. Try again in a moment.';
    throw new DomainError('UNAVAILABLE', title, 503, undefined, 5);
  });
  if (!job || !(await withinTime(job.isFailed(), JOBS_WITHIN_MS)))
    throw noLongerAvailable('This job has not failed, or no longer exists.');
  await withinTime(job.retry('failed', { resetAttemptsMade: true }), JOBS_WITHIN_MS);
  return { kind: 'job', reader: job.name, id };
}

const noLongerAvailable = (text: string): DomainError => new DomainError('NOT_FOUND', text, 404);
