import type { SignInResponse } from '../contracts/sign-in.contract.js';
import type { Problem } from '../contracts/problem.contract.js';

/** A response. `body` has the expected type; `problem` is the same body of a rejected request. */
export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly problem: Problem;
  readonly headers: Headers;
}

/** A signed-in native client, with its token in a header. It reads its own writes. */
export class TestClient {
  private position: string | undefined;

  constructor(
    private readonly url: string,
    readonly userId: string,
    readonly token: string,
    readonly refreshToken: string,
  ) {}

  static async signIn(url: string, username: string, password: string): Promise<TestClient> {
    const response = await fetch(`${url}/api/auth/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    if (response.status !== 201 && response.status !== 200) throw new Error(`Sign-in failed: ${await response.text()}`);
    const { id, refreshToken } = (await response.json()) as SignInResponse;
    return new TestClient(url, id, response.headers.get('x-auth-token') ?? '', refreshToken);
  }

  get<Body = unknown>(path: string, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    return this.request('GET', path, undefined, headers);
  }

  put<Body = unknown>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    return this.request('PUT', path, body, headers);
  }

  patch<Body = unknown>(path: string): Promise<Answer<Body>> {
    return this.request('PATCH', path);
  }

  post<Body = unknown>(path: string, body?: unknown): Promise<Answer<Body>> {
    return this.request('POST', path, body);
  }

  delete<Body = unknown>(path: string): Promise<Answer<Body>> {
    return this.request('DELETE', path);
  }

  async request<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        'x-auth-token': this.token,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.position && { 'x-read-after': this.position }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    this.position = response.headers.get('x-log-position') ?? this.position;
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const parsed = (isJson && text !== '' ? JSON.parse(text) : undefined) as Body & Problem;
    return { status: response.status, body: parsed, problem: parsed, headers: response.headers };
  }
}
