/** What the start needs of a logger. */
export interface StartLog {
  info(line: string): void;
  warn(line: string): void;
  fatal(error: unknown, line: string): void;
}
