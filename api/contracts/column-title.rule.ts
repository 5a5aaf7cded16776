/** Returns the title of a scenario column in one or two lines, cut after 10 + 10 characters (docs/rules.md#column-titles). */
export function columnTitle(title: string): { lines: [string] | [string, string]; shortened: boolean } {
  const characters = [...title];
  if (characters.length <= 20) return { lines: [title], shortened: false };
  return { lines: [characters.slice(0, 10).join(''), characters.slice(10, 20).join('')], shortened: true };
}
