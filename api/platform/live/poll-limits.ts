import { DomainError } from '../domain-error.js';

const PER_PERSON = 10;
/** Large, because a school often shares one address. */
const PER_NETWORK = 1_000;
const PER_NODE = 5_000;
/** Polls that one person can send in a window. In a busy class each of ten pages polls twice a second. */
const POLLS_PER_WINDOW = 100;
const WINDOW_MS = 4_000;
const RETRY_AFTER_SECONDS = 2;

/** A poll that the limits can end. */
interface OpenPoll {
  end(): void;
}

/** Limits the polls that a node holds at the same time, and the rate at which one person sends them. */
export class PollLimits {
  private readonly byPerson = new Map<string, Set<OpenPoll>>();
  private readonly byNetwork = new Map<string, number>();
  private total = 0;
  private window = 0;
  private readonly sent = new Map<string, number>();

  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Counts a poll until the returned function is called. At the limit of a person, their oldest poll is ended, because it may
   * belong to a closed page.
   * @throws DomainError 429 for a person who polls too fast, 503 for a network (see `networkOf`) or a node that has too many
   */
  admit(userId: string, network: string, poll: OpenPoll): () => void {
    if (!this.isWithinRate(userId)) {
      throw new DomainError(
        'TOO_MANY_REQUESTS',
        'Too many requests. Try again later.',
        429,
        undefined,
        RETRY_AFTER_SECONDS,
      );
    }
    const ofNetwork = this.byNetwork.get(network) ?? 0;
    if (ofNetwork >= PER_NETWORK || this.total >= PER_NODE) {
      throw new DomainError('UNAVAILABLE', 'Too many live connections.', 503, undefined, RETRY_AFTER_SECONDS);
    }
    this.total += 1;
    this.byNetwork.set(network, ofNetwork + 1);
    this.register(userId, poll);
    return () => {
      this.total -= 1;
      const left = this.byNetwork.get(network)! - 1;
      if (left > 0) this.byNetwork.set(network, left);
      else this.byNetwork.delete(network);
      this.forget(userId, poll);
    };
  }

  private register(userId: string, poll: OpenPoll): void {
    const polls = this.byPerson.get(userId) ?? new Set();
    this.byPerson.set(userId, polls.add(poll));
    const [oldest] = polls;
    if (polls.size <= PER_PERSON || !oldest) return;
    polls.delete(oldest);
    oldest.end();
  }

  private forget(userId: string, poll: OpenPoll): void {
    const polls = this.byPerson.get(userId);
    polls?.delete(poll);
    if (polls?.size === 0) this.byPerson.delete(userId);
  }

  private isWithinRate(userId: string): boolean {
    const window = Math.floor(this.now() / WINDOW_MS);
    if (window !== this.window) this.sent.clear();
    this.window = window;
    const sent = (this.sent.get(userId) ?? 0) + 1;
    this.sent.set(userId, sent);
    return sent <= POLLS_PER_WINDOW;
  }
}
