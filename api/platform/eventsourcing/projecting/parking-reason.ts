import pg from 'pg';

const REFUSALS: Readonly<Record<string, string>> = {
  '22': 'a value does not fit its column',
  '23': 'a constraint would be violated',
  '42': 'the statement does not match the tables',
  '57': 'it took too long',
};

const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|“[^“”]*”/g;
/** Matches only from the beginning of a word, so that a long text without an at sign is not scanned from every character. */
const E_MAIL = /(?<![^\s@,;<>])[^\s@,;<>]+@[^\s@,;<>]+/g;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LONG_WORD = /[\w+/=-]{24,}/g;
const MOST_CHARACTERS = 500;

/**
 * Returns why an event was parked, in words that operators may read. Quoted text, addresses and apparent secrets are removed.
 * PostgreSQL errors quote the row, so only their kind and the names of tables and columns are included.
 */
export function parkingReason(error: unknown): string {
  if (error instanceof pg.DatabaseError) return refusalOf(error);
  return withoutValues(error instanceof Error ? error.message : String(error));
}

/** Removes possible personal values from a reason that was stored unfiltered. */
export function withoutValues(text: string): string {
  return text
    .replace(QUOTED, (quoted, at: number) => (text.slice(0, at).endsWith('(reading ') ? quoted : '…'))
    .replace(E_MAIL, '…')
    .replace(LONG_WORD, (word) => (UUID.test(word) ? word : '…'))
    .slice(0, MOST_CHARACTERS);
}

function refusalOf({ code = '', table, column, constraint }: pg.DatabaseError): string {
  const places = Object.entries({ table, column, constraint }).flatMap(([kind, name]) =>
    name ? [`${kind} ${name}`] : [],
  );
  const where = places.length > 0 ? `: ${places.join(', ')}` : '';
  return `PostgreSQL rejected it: ${REFUSALS[code.slice(0, 2)] ?? 'with an error'} (${code})${where}`;
}
