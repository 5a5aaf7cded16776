import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { Leadership } from '../../../platform/eventsourcing/projecting/leadership.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { repeatedly } from '../../../platform/live/repeatedly.js';
import { FaultLog } from '../../../platform/ops/fault-log.js';
import type { ScoreSubmitted } from '../score.events.js';
import { FlightsToVerify } from './flights-to-verify.js';
import { VerifyFlight } from './verify-flight.js';

const JOB = 'verify-flight';
const EVERY_MS = 1_000;
const ROWS_A_TURN = 50;
const PURGE_EVERY_MS = 3_600_000;

/** Flies recorded flights again: a job verifies a new one promptly, and the leader verifies those that a job has lost. */
@Injectable()
export class VerifyFlights {
  private readonly faults = new FaultLog(new Logger(VerifyFlights.name));

  constructor(
    private readonly waiting: FlightsToVerify,
    private readonly verifyFlight: VerifyFlight,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
    reactors: ReactorRegistry,
    leadership: Leadership,
  ) {
    const reactor: Reactor<ScoreSubmitted> = {
      name: 'flight-verification',
      handles: ['ScoreSubmitted'],
      react: (event) => this.react(event.data),
    };
    reactors.register(reactor);
    const onError = (error: unknown): void => this.faults.report(error);
    leadership.addTask((_epoch, signal) => repeatedly(EVERY_MS, signal, () => this.sweep(signal), onError));
    leadership.addTask((_epoch, signal) => repeatedly(PURGE_EVERY_MS, signal, () => waiting.purge(), onError));
    jobs.handle(JOB, ({ attemptId }) => verifyFlight.execute(attemptId!));
  }

  private async react({ attemptId, flight }: ScoreSubmitted['data']): Promise<void> {
    if (!flight) return;
    await this.waiting.add(attemptId);
    // Not awaited: while the store of jobs hangs, the reactor could add only one flight every six seconds. It never rejects.
    void this.jobs.add(JOB, `${JOB}-${attemptId}`, { attemptId }, this.clock.now());
  }

  private async sweep(signal: AbortSignal): Promise<void> {
    for (const attemptId of await this.waiting.due(ROWS_A_TURN)) {
      if (signal.aborted) return;
      // A flight that fails is postponed and does not delay the others.
      await this.verifyFlight.execute(attemptId).catch((error: unknown) => this.faults.report(error));
    }
  }
}
