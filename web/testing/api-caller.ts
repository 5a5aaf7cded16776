import type { Account } from './platform.js';

/**
 * Signs in and returns functions that call the API as a native client does, with a token in a header. They return all HTTP statuses, and
 * fail only on unreadable responses.
 */
export async function signInCaller(url: string, { username, password }: Account) {
  let position = '';
  const call = async (method: string, path: string, body?: unknown, token = ''): Promise<Response> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { 'x-auth-token': token }),
        ...(position && { 'x-read-after': position }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    position = answer.headers.get('x-log-position') ?? position;
    return answer;
  };
  const signedIn = await call('POST', '/auth/session', { username, password });
  const token = signedIn.headers.get('x-auth-token') ?? '';
  return {
    token,
    call: (method: string, path: string, body?: unknown): Promise<Response> => call(method, path, body, token),
    async read<T>(path: string): Promise<T> {
      const answer = await call('GET', path, undefined, token);
      if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    },
  };
}

export type ApiCaller = Awaited<ReturnType<typeof signInCaller>>;
