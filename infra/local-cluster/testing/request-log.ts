/** Records the outcome of every request of this process, because its clients retry and hide failures. */
export class RequestLog {
  /** Number of failures by kind: a status from 400, or the error when no response arrived. */
  readonly failures = new Map<string, number>();
  answered = 0;
  private readonly original = globalThis.fetch;

  private constructor(private readonly prefix: string) {}

  /** Starts to record requests to addresses with this prefix. */
  static of(prefix: string): RequestLog {
    const log = new RequestLog(prefix);
    globalThis.fetch = (input, init) => log.watch(input, init);
    return log;
  }

  end(): void {
    globalThis.fetch = this.original;
  }

  private async watch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const url = input instanceof Request ? input.url : String(input);
    const what = `${init?.method ?? 'GET'} ${new URL(url).pathname.replaceAll(/[0-9a-f-]{36}/g, '{id}')}`;
    try {
      const response = await this.original(input, init);
      if (url.startsWith(this.prefix)) await this.note(what, response);
      return response;
    } catch (error) {
      const { message, cause } = error as Error;
      if (url.startsWith(this.prefix)) this.fail(`${what}: ${message} ${cause instanceof Error ? cause.message : ''}`);
      throw error;
    }
  }

  private async note(what: string, response: Response): Promise<void> {
    this.answered += 1;
    if (response.status >= 400) this.fail(`${what}: ${response.status} ${await titleOf(response.clone())}`);
  }

  private fail(what: string): void {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
  }
}

const titleOf = async (response: Response): Promise<string> =>
  /"title":"([^"]*)"/.exec(await response.text().catch(() => ''))?.[1] ?? '';
