import { StartError } from '../database/start-error.js';

/** A file that is no backup, is not whole, or is not what this build can read; nothing was changed. */
export class FileRefused extends StartError {
  readonly exitCode = 2;
}

/** A database that a backup cannot be restored into; nothing was changed. */
export class TargetRefused extends StartError {
  readonly exitCode = 3;
}

/** What is wrong with a file while it is read; who knows its name makes a sentence of it. */
export class Unreadable extends Error {
  constructor(readonly why: 'cut off' | 'damaged' | 'foreign') {
    super(why);
  }
}
