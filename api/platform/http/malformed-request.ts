/** An unreadable or dangerous request that no route accepts. The response is 400 MALFORMED_REQUEST. */
export class MalformedRequest extends Error {
  /** Fastify uses it when it responds without the exception filter. */
  readonly statusCode = 400;

  constructor(message: string) {
    super(message);
    this.name = 'MalformedRequest';
  }
}
