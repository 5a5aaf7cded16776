import { ApiClient } from '../../simulate/api-client.js';

const FRESH_MS = 60_000;

/** A user with a token but without a sign-in, and with an own client address. */
export class SignedIn extends ApiClient {
  private current = '';
  private currentSince = -Infinity;

  constructor(
    url: string,
    override userId: string,
    private readonly issue: () => string,
  ) {
    super(url, { username: userId, password: '', role: 'User' });
  }

  override token(): Promise<string> {
    if (performance.now() - this.currentSince > FRESH_MS) {
      this.current = this.issue();
      this.currentSince = performance.now();
    }
    return Promise.resolve(this.current);
  }
}
