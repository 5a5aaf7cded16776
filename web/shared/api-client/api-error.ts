import type { ErrorCode, Problem } from '../../../api/contracts/problem.contract.js';

/**
 * First message of each field, keyed by the form's field names: the server's `AccessCode` is `accessCode` here
 * (docs/rules.md#field-errors).
 */
export type FieldErrors = Readonly<Record<string, string>>;

/** All messages of each field, with the same keys. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** A failed request. `status` is 0 when no response arrived. `retryAfterMs` is the delay that the server requests, or null. */
export class ApiError extends Error {
  readonly errors: FieldErrors;

  constructor(
    readonly status: number,
    readonly title: string,
    readonly messages: FieldMessages = {},
    readonly code: ErrorCode | null = null,
    readonly retryAfterMs: number | null = null,
  ) {
    super(title);
    this.name = 'ApiError';
    this.errors = firstMessages(messages);
  }
}

/** Returns the title of a thrown value; '' if it has none. */
export const titleOf = (error: unknown): string => (error instanceof ApiError ? error.title : '');

/**
 * Parses a response of 400 and above: problem details, other JSON with a message, or plain text (docs/rules.md#refusals).
 */
export async function readApiError(answer: Response): Promise<ApiError> {
  const text = await answer.text().catch(() => '');
  const body = parseObject(text);
  if (!body) return new ApiError(answer.status, text);
  const { title, message, errors, code } = body as Partial<Problem> & { message?: unknown };
  const shown = typeof title === 'string' ? title : typeof message === 'string' ? message : '';
  return new ApiError(answer.status, shown, byFormField(errors), code ?? null, retryAfterOf(answer));
}

/** Parses `Retry-After`, which the platform always sends in whole seconds. */
function retryAfterOf(answer: Response): number | null {
  const header = answer.headers.get('retry-after');
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null;
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function byFormField(errors: Problem['errors']): FieldMessages {
  return Object.fromEntries(
    Object.entries(errors ?? {}).map(([field, messages]) => [field.charAt(0).toLowerCase() + field.slice(1), messages]),
  );
}

function firstMessages(messages: FieldMessages): FieldErrors {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([field, [first]]) => (first === undefined ? [] : [[field, first]])),
  );
}
