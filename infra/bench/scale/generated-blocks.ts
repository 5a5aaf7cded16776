const marksOf = (name: string): readonly [string, string] => [`<!-- measured: ${name} -->`, '<!-- end -->'];

/** Returns the text between the marks of a block. @throws Error when the page has no such block */
export function blockOf(page: string, name: string): string {
  const [from, to] = placeOf(page, name);
  return page.slice(from, to).trim();
}

/** Returns the page with the text between the marks replaced, block by block. @throws Error when the page has no such block */
export const withBlocks = (page: string, blocks: Readonly<Record<string, string>>): string =>
  Object.entries(blocks).reduce((written, [name, text]) => {
    const [from, to] = placeOf(written, name);
    return `${written.slice(0, from)}\n\n${text}\n\n${written.slice(to)}`;
  }, page);

function placeOf(page: string, name: string): readonly [number, number] {
  const [begin, end] = marksOf(name);
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`The page has no block ${name}.`);
  return [from + begin.length, to];
}

/** Formats a table as the formatter does: columns as wide as their widest text. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(3, heading.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
