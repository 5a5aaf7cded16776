import { setTimeout as pause } from 'node:timers/promises';
import type { MailServer } from '../../../api/platform/mail/testing/mail-server.js';
import { type Figure, figure } from '../../bench/figure.js';

const LOOK_EVERY_MS = 50;

/** Reset links that users request during an outage, and the outcome of their mails. */
export class Resets {
  private readonly asked: string[] = [];
  private readonly before: number;

  constructor(
    private readonly url: string,
    private readonly mails: MailServer,
  ) {
    this.before = mails.received.length;
  }

  /** Requests one link for each of these addresses. */
  async requestResets(addresses: readonly string[]): Promise<void> {
    this.asked.push(...addresses);
    for (const address of addresses) {
      const response = await fetch(`${this.url}/api/users/requestPasswordReset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(address),
      });
      if (response.status !== 204) throw new Error(`Requesting a link returned status ${response.status}.`);
    }
  }

  /** Waits until every user has a mail, at most `patienceMs`. */
  async arrived(patienceMs: number): Promise<void> {
    const givesUpAt = performance.now() + patienceMs;
    while (this.asked.some((address) => this.to(address).length === 0) && performance.now() < givesUpAt)
      await pause(LOOK_EVERY_MS);
  }

  /** @param unanswered mails that the server accepted without a response; only these may arrive twice, as the same mail */
  figures(unanswered = 0): Figure[] {
    const ids = this.asked.map((address) => this.to(address));
    const distinct = ids.map((each) => new Set(each).size);
    const repeated = ids.reduce((sum, each, nth) => sum + each.length - distinct[nth]!, 0);
    return [
      figure('resets without a mail', ids.filter(({ length }) => length === 0).length, `of ${ids.length}`, {
        atMost: 0,
      }),
      figure('resets with two different mails', distinct.filter((count) => count > 1).length, 'resets', { atMost: 0 }),
      figure('mails repeated', repeated, 'mails', { atMost: unanswered }),
    ];
  }

  /** Returns the Message-ID of each mail to a user. */
  private to(address: string): string[] {
    return this.mails.received
      .slice(this.before)
      .filter(({ to }) => to === address)
      .map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)![1]!);
  }
}
