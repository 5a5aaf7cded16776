import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Leadership } from '../eventsourcing/projecting/leadership.js';
import { Jobs } from '../jobs/jobs.js';
import { FaultLog } from '../ops/fault-log.js';
import { MailDelivery } from './mail-delivery.js';
import { type MailKey, MailOutbox } from './mail-outbox.js';

const JOB = 'send-mail';
const EVERY_MS = 1_000;
const ROWS_A_TURN = 50;
const PURGE_EVERY_TURNS = 3_600;

/** Sends the mails of the outbox. A job sends a new mail promptly, and the leader sends all due mails every second. */
@Injectable()
export class MailSweep {
  private readonly faults = new FaultLog(new Logger(MailSweep.name));

  constructor(
    private readonly outbox: MailOutbox,
    private readonly delivery: MailDelivery,
    private readonly jobs: Jobs,
    leadership: Leadership,
  ) {
    leadership.addTask((_epoch, signal) => this.run(signal));
    jobs.handle(JOB, async ({ eventId, userId }) => {
      await delivery.deliver({ eventId: eventId!, userId: userId! });
    });
  }

  /** Adds the mail of an event. Only reactors call it, so rebuilds send no mail. A repeated call has no effect. */
  async add(key: MailKey, kind: string, now: Date): Promise<void> {
    await this.outbox.add(key, kind);
    // Not awaited: while the store of jobs hangs, the reactor could add only one mail every six seconds. It never rejects.
    void this.jobs.add(JOB, `mail-${key.eventId}-${key.userId}`, { ...key }, now);
  }

  private async run(signal: AbortSignal): Promise<void> {
    const stopped = once(signal, 'abort');
    for (let turn = 1; !signal.aborted; turn += 1) {
      try {
        for (const key of await this.outbox.due(ROWS_A_TURN)) {
          // An unresponsive mail server must not delay the shutdown. The claim remains valid after it.
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
