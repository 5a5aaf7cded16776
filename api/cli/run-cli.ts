import { isNativeError } from 'node:util/types';
import { ConfigError } from '../config.js';
import { LogUnavailable } from '../platform/eventsourcing/kurrentdb/log-unavailable.js';
import { LogNotRecognized } from '../platform/eventsourcing/recognizing/log-not-recognized.js';
import { isMissingRight, isReadOnly, isTransientFailure } from '../platform/failures.js';
import { FileRefused, TargetRefused } from '../platform/backup/refusals.js';
import { StartError } from '../platform/database/start-error.js';
import { DomainError, fieldMessages } from '../platform/domain-error.js';
import { commandLine, exitCodeOfCommander, withHelpOption } from './command-line.js';
import { declareCommands } from './commands.js';
import type { Terminal } from './terminal.js';
import { CLI } from '../platform/ops/package-info.js';

/** Runs one command. @returns the exit code */
export async function runCli(
  args: readonly string[],
  terminal: Terminal,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const program = commandLine(CLI, terminal);
  let exitCode = 1;
  declareCommands(program, { terminal, environment, exitWith: (code) => (exitCode = code) });
  try {
    await program.parseAsync(withHelpOption(program, args), { from: 'user' });
    return exitCode;
  } catch (error) {
    const code = exitCodeOfCommander(error);
    if (code !== undefined) return code;
    terminal.err(sentenceOf(error));
    return error instanceof FileRefused || error instanceof TargetRefused ? error.exitCode : 1;
  }
}

/** Prints errors that the operator can fix as one sentence. Any other error is a bug and shows its stack. */
function sentenceOf(error: unknown): string {
  // Not instanceof: an error of Node.js itself may come from another realm.
  if (!isNativeError(error)) return String(error);
  if (error instanceof ConfigError || error instanceof StartError || error instanceof LogNotRecognized)
    return error.message;
  if (error instanceof DomainError) return [error.message, ...(fieldMessages(error) ?? [])].join('\n');
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return `The disk is full (${error.message}): free some space, then try again.`;
  // Checked before the database, because error codes of files look like those of a connection.
  if (path !== undefined) return `A file or folder cannot be used (${error.message}): fix it, then try again.`;
  if (error instanceof LogUnavailable)
    return `The event log does not answer (${error.reason}): check KURRENTDB_URL and that KurrentDB runs.`;
  if (isReadOnly(error)) return `The database only accepts reads (${error.message}): allow writes, then try again.`;
  if (isTransientFailure(error))
    return `The database does not answer (${error.message}): check that it runs, then try again.`;
  if (isMissingRight(error))
    return `The database role lacks a right (${error.message}). Set DATABASE_ADMIN_URL to the role that owns the database.`;
  return error.stack ?? error.message;
}
