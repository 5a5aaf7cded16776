import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Leadership } from '../eventsourcing/projecting/leadership.js';
import { Jobs } from '../jobs/jobs.js';
import { FaultLog } from '../ops/fault-log.js';
import { MailDelivery } from './mail-delivery.js';
import { type MailKey, Outbox } from './outbox.js';

const JOB = 'send-mail';
const EVERY_MS = 1_000;
const ROWS_A_TURN = 50;
const PURGE_EVERY_TURNS = 3_600;

/** Gets the outbox sent: a job makes a mail prompt, the leader sweeps what is due every second. */
@Injectable()
export class MailSweep {
  private readonly faults = new FaultLog(new Logger(MailSweep.name));

  constructor(
    private readonly outbox: Outbox,
    private readonly delivery: MailDelivery,
    private readonly jobs: Jobs,
    leadership: Leadership,
  ) {
    leadership.addTask((_epoch, signal) => this.run(signal));
    jobs.handle(JOB, async ({ eventId, userId }) => {
      await delivery.deliver({ eventId: eventId!, userId: userId! });
    });
  }

  /** A mail that follows from an event, from a reactor: rebuilds never mail. The same one again changes nothing. */
  async put(key: MailKey, kind: string, now: Date): Promise<void> {
    await this.outbox.put(key, kind);
    // Not waited for: while the jobs' store hangs, the reactor would put one mail in six seconds. It never rejects.
    void this.jobs.add(JOB, `mail-${key.eventId}-${key.userId}`, { ...key }, now);
  }

  private async run(signal: AbortSignal): Promise<void> {
    const stopped = once(signal, 'abort');
    for (let turn = 1; !signal.aborted; turn += 1) {
      try {
        for (const key of await this.outbox.due(ROWS_A_TURN)) {
          // A mail server that says nothing must not hold up the end; the claim outlives us.
          await Promise.race([this.delivery.deliver(key), stopped]);
          if (signal.aborted) return;
        }
        if (turn % PURGE_EVERY_TURNS === 0) await this.outbox.purge();
      } catch (error) {
        this.faults.report(error);
      }
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
