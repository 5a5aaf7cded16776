import { type Figure, figure } from '../../bench/figure.js';
import { say } from '../../local-cluster/testing/on-cluster.js';

/** Longest time to wait for a response. */
const PATIENCE_SECONDS = 5;

export interface WatchOptions {
  /** Prefix of the addresses of the watched requests. */
  readonly prefix: string;
  /** Drops one of this many successful responses to POST: the platform has executed the request, but the client does not know. */
  readonly loseOneOf?: number;
}

/** Records the outcome of every request of this process, because its clients retry and hide failures. */
export class RequestWatch {
  private readonly original = globalThis.fetch;
  private readonly statuses = new Map<string, number>();
  private posts = 0;
  private lost = 0;
  private unanswered = 0;
  private longestMs = 0;

  private constructor(private readonly options: WatchOptions) {}

  static of(options: WatchOptions): RequestWatch {
    const watch = new RequestWatch(options);
    globalThis.fetch = (input, init) => watch.send(input, init);
    return watch;
  }

  end(): void {
    globalThis.fetch = this.original;
  }

  /** Returns how often this status was received. */
  count(status: number): number {
    return [...this.statuses].reduce((sum, [key, times]) => (key.startsWith(`${status}`) ? sum + times : sum), 0);
  }

  figures(): Figure[] {
    const failed = [...this.statuses].filter(([key]) => key.startsWith('5') && key !== '503');
    return [
      figure(
        'requests',
        [...this.statuses.values()].reduce((sum, times) => sum + times, 0),
        'requests',
      ),
      figure('answered with 503', this.statuses.get('503') ?? 0, 'requests'),
      figure(
        '5xx other than 503 with Retry-After',
        failed.reduce((sum, [, times]) => sum + times, 0),
        'requests',
        { atMost: 0 },
      ),
      figure('without a response', this.unanswered, 'requests', { atMost: 0 }),
      figure('longest response', this.longestMs / 1_000, 's', { atMost: PATIENCE_SECONDS }),
      ...(this.options.loseOneOf ? [figure('lost responses', this.lost, 'responses')] : []),
    ];
  }

  private async send(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(this.options.prefix)) return this.original(input, init);
    const began = performance.now();
    try {
      const response = await this.original(input, init);
      this.note(response);
      if (this.isToBeLost(init?.method, response)) {
        this.lost += 1;
        await response.body?.cancel();
        throw new LostResponse();
      }
      return response;
    } catch (error) {
      if (!(error instanceof LostResponse)) this.unanswered += 1;
      throw error;
    } finally {
      this.noteTime(`${init?.method ?? 'GET'} ${new URL(url).pathname}`, performance.now() - began);
    }
  }

  private noteTime(what: string, ms: number): void {
    if (ms > PATIENCE_SECONDS * 1_000) say(`${what} took ${Math.round(ms)} ms`);
    this.longestMs = Math.max(this.longestMs, ms);
  }

  private note(response: Response): void {
    const bare = response.status === 503 && !(Number(response.headers.get('retry-after')) > 0);
    const key = bare ? '503 without Retry-After' : `${response.status}`;
    this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
  }

  private isToBeLost(method: string | undefined, { ok }: Response): boolean {
    const { loseOneOf } = this.options;
    if (!loseOneOf || method !== 'POST' || !ok) return false;
    this.posts += 1;
    return this.posts % loseOneOf === 0;
  }
}

class LostResponse extends Error {}
