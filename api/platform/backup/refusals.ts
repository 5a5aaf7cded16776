import { StartError } from '../database/start-error.js';

/** Error: the file is not a backup, is incomplete, cannot be read by this build or cannot be written. Nothing was changed. */
export class FileRefused extends StartError {
  readonly exitCode = 2;
}

/** Error: a backup cannot be restored into this database. Nothing was changed. */
export class TargetRefused extends StartError {
  readonly exitCode = 3;
}

/** Error of the content of a file. `readFile`, which knows the path, converts it to FileRefused. */
export class Unreadable extends Error {
  constructor(readonly why: 'cut off' | 'damaged' | 'foreign') {
    super(why);
  }
}
