/** The part of a logger that the start uses. */
export interface StartLog {
  info(line: string): void;
  warn(line: string): void;
  fatal(error: unknown, line: string): void;
}
