import type { TestResponse, TestRequest } from '../platform/http/testing/send-request.js';

/** Returns why a response is invalid for clients; undefined when it is valid. */
export function faultOf({ method }: TestRequest, { statusCode, headers, body }: TestResponse): string | undefined {
  if (statusCode < 400) return undefined;
  if (statusCode >= 500 && !(statusCode === 503 && headers['retry-after'])) return 'server error';
  if (!headers['content-type']?.startsWith('application/problem+json')) return `${headers['content-type']}`;
  if (method === 'HEAD') return undefined;
  const problem = JSON.parse(body) as Record<string, unknown>;
  const complete = typeof problem['title'] === 'string' && problem['title'] !== '' && problem['status'] === statusCode;
  return complete ? undefined : 'incomplete problem details';
}
