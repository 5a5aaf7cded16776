const NEW_LINE = 10;

/** How many lines end in these bytes. A row is a line: line breaks within one are written as two characters. */
export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) count += 1;
  return count;
}
