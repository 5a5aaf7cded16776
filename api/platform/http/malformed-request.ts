/** A request that no route could want: not readable, or dangerous to read. Answered 400 MALFORMED_REQUEST. */
export class MalformedRequest extends Error {
  /** Read by Fastify when it answers by itself. */
  readonly statusCode = 400;

  constructor(message: string) {
    super(message);
    this.name = 'MalformedRequest';
  }
}
