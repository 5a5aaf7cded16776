const NEW_LINE = 10;

/** Returns the number of line breaks. Every row is one line, because COPY escapes line breaks within a row. */
export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) count += 1;
  return count;
}
