/** A scenario column's title: two lines, past 20 characters cut after 10 + 10 (product §9). */
export function columnTitle(title: string): { lines: [string] | [string, string]; shortened: boolean } {
  const characters = [...title];
  if (characters.length <= 20) return { lines: [title], shortened: false };
  return { lines: [characters.slice(0, 10).join(''), characters.slice(10, 20).join('')], shortened: true };
}
