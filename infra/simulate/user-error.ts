/** What the person who started a script can put right; the message is one sentence. */
export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UserError';
  }
}
