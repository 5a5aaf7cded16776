import type { SubmitScoreResponse } from '../../../api/contracts/score.contract.js';
import { attemptIdOf, inServerTime, type QueuedResult, type ResultChange } from './queued-result.js';
import { outboxMessages as messages } from './outbox.messages.js';
import type { ResultStorage } from './result-storage.js';
import { outcomeOf, sent, type SendOutcome } from './send-outcome.js';

export interface OutboxState {
  waiting: number;
  refused: readonly QueuedResult[];
  /** Whether results were sent and none is waiting any more. */
  allSent: boolean;
}

interface Dependencies {
  storage: ResultStorage;
  send: (result: QueuedResult) => Promise<SubmitScoreResponse>;
  /** Returns the id of the signed-in user. */
  currentUser: () => string | null;
  /** Returns how far the server's clock is ahead of this device's, in milliseconds; null when unknown. */
  serverOffsetMs: () => number | null;
}

/** Maximum number of stored results per user; a class produces a tenth of it. */
export const MAX_KEPT = 500;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Stores the results of the signed-in user, then sends them until the server has accepted or rejected them. */
export class ResultOutbox {
  private userId: string | null = null;
  private results: readonly QueuedResult[] = [];
  private state: OutboxState = { waiting: 0, refused: [], allSent: false };
  private failures = 0;
  /** Minimum wait that the server has requested, in milliseconds. */
  private waitMs = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | null = null;
  private isRequested = false;
  private readonly watchers = new Set<() => void>();
  private readonly listeners = new Set<(news: ResultChange) => void>();

  constructor(private readonly dependencies: Dependencies) {}

  read = (): OutboxState => this.state;

  subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  };

  /** Notifies the listener of each change in the state of a result. */
  onState(listener: (news: ResultChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Loads the stored results of this user, and sends them. */
  async open(userId: string): Promise<void> {
    if (this.userId !== userId) this.show([], { allSent: false });
    this.userId = userId;
    const kept = await this.dependencies.storage.of(userId).catch(failed<QueuedResult[]>([]));
    if (this.userId !== userId) return;
    const known = new Set(this.results.map(({ attemptId }) => attemptId));
    this.show([...kept.filter(({ attemptId }) => !known.has(attemptId)), ...this.results]);
    await this.sendNow();
  }

  /** Stores a result of the signed-in user and sends it. A result submitted again only gets its state published again. */
  async add(body: unknown): Promise<void> {
    const attemptId = attemptIdOf(body);
    const userId = this.dependencies.currentUser();
    if (attemptId === null || userId === null) return;
    if (this.userId !== userId) await this.open(userId);
    const known = this.results.find((result) => result.attemptId === attemptId);
    if (known) return this.notify(known);
    if (this.results.length >= MAX_KEPT) return this.notify({ attemptId, refusal: messages.tooMany });
    const inTime = inServerTime(body as object, this.dependencies.serverOffsetMs());
    const result = { userId, attemptId, body: inTime, keptAt: Date.now(), refusal: null };
    // The state is published only after the result is stored, because the page may be left at any moment.
    await this.dependencies.storage.put(result).catch(failed());
    if (this.userId !== userId || this.results.some((other) => other.attemptId === attemptId)) return;
    this.show([...this.results, result], { allSent: false });
    this.notify(result);
    await this.sendNow();
  }

  /** Removes a rejected result after the player has dismissed it. */
  async dismiss(attemptId: string): Promise<void> {
    const found = this.results.find((result) => result.attemptId === attemptId);
    if (found) await this.forget(found);
  }

  /** Sends a rejected result once more, because the reason may no longer apply. */
  async tryAgain(attemptId: string): Promise<void> {
    const found = this.results.find((result) => result.attemptId === attemptId);
    if (!found) return;
    await this.replace({ ...found, refusal: null, code: null });
    await this.sendNow();
  }

  /** Sends all waiting results immediately, without waiting for the next retry. */
  async sendNow(): Promise<void> {
    clearTimeout(this.timer);
    this.isRequested = true;
    this.sending ??= this.sendAsked().finally(() => (this.sending = null));
    await this.sending;
  }

  /** Stops automatic sending. */
  close(): void {
    clearTimeout(this.timer);
    this.userId = null;
  }

  private async sendAsked(): Promise<void> {
    while (this.isRequested) {
      this.isRequested = false;
      this.waitMs = 0;
      const allDone = await this.sendWaiting();
      this.failures = allDone ? 0 : this.failures + 1;
    }
    if (this.failures > 0 && this.userId !== null) this.timer = setTimeout(() => void this.sendNow(), this.pause());
  }

  /** Sends the waiting results. Returns false when some must be retried. */
  private async sendWaiting(): Promise<boolean> {
    let allDone = true;
    for (const result of this.results.filter(({ refusal }) => refusal === null)) {
      if (result.userId !== this.dependencies.currentUser() || result.userId !== this.userId) return true;
      const outcome = await this.dependencies.send(result).then(sent, outcomeOf);
      if (outcome.kind === 'sent') await this.arrived(result, outcome);
      else if (outcome.kind === 'refused') await this.refused(result, outcome);
      else allDone = false;
      if (outcome.kind === 'away') {
        this.waitMs = outcome.waitMs;
        return false;
      }
    }
    return allDone;
  }

  private async refused(result: QueuedResult, { message, code }: SendOutcome & { kind: 'refused' }): Promise<void> {
    await this.replace({ ...result, refusal: message, code });
  }

  private async arrived(result: QueuedResult, { quiz }: SendOutcome & { kind: 'sent' }): Promise<void> {
    await this.forget(result);
    this.show(this.results, { allSent: this.state.waiting === 0 });
    this.emit({ attemptId: result.attemptId, state: 'sent', ...(quiz && { quiz }) });
  }

  private async forget(result: QueuedResult): Promise<void> {
    this.show(this.results.filter(({ attemptId }) => attemptId !== result.attemptId));
    await this.dependencies.storage.remove(result).catch(failed());
  }

  private async replace(result: QueuedResult): Promise<void> {
    this.show(this.results.map((other) => (other.attemptId === result.attemptId ? result : other)));
    this.notify(result);
    await this.dependencies.storage.put(result).catch(failed());
  }

  private notify({ attemptId, refusal }: Pick<QueuedResult, 'attemptId' | 'refusal'>): void {
    this.emit(refusal === null ? { attemptId, state: 'waiting' } : { attemptId, state: 'refused', message: refusal });
  }

  private emit(news: ResultChange): void {
    for (const listener of this.listeners) listener(news);
  }

  private show(results: readonly QueuedResult[], { allSent } = { allSent: this.state.allSent }): void {
    this.results = results;
    const refused = results.filter(({ refusal }) => refusal !== null);
    this.state = { waiting: results.length - refused.length, refused, allSent };
    for (const watcher of this.watchers) watcher();
  }

  /** Returns the exponential backoff with random jitter, so that the browsers of a class do not retry in step. */
  private pause(): number {
    const pause = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.failures - 1)) * (0.5 + Math.random() / 2);
    return Math.max(pause, this.waitMs);
  }
}

/** Logs a storage failure. Results are still sent, but do not survive a reload. */
const failed =
  <T>(instead?: T) =>
  (error: unknown): T => {
    console.error('Failed to store a result in this browser:', error);
    return instead as T;
  };
