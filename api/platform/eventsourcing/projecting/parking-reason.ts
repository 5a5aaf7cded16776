import pg from 'pg';

const REFUSALS: Readonly<Record<string, string>> = {
  '22': 'a value does not fit its column',
  '23': 'a rule of the table would be broken',
  '42': 'the statement does not fit the tables',
};

const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|“[^“”]*”/g;
/** Begun at the begin of a word alone: a long text without an at-sign is not looked through from every letter. */
const E_MAIL = /(?<![^\s@,;<>])[^\s@,;<>]+@[^\s@,;<>]+/g;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LONG_WORD = /[\w+/=-]{24,}/g;
const MOST_CHARACTERS = 500;

/**
 * Why an event was put aside, in words that operators may read: what is quoted, looks like an address or like a secret is left
 * out. Errors of PostgreSQL quote the row in their text, so only their kind and the names of tables and columns are told.
 */
export function parkingReason(error: unknown): string {
  if (error instanceof pg.DatabaseError) return refusalOf(error);
  return withoutValues(error instanceof Error ? error.message : String(error));
}

/** A reason that was stored as it came, without what might be somebody's. */
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
  return `PostgreSQL refused it, ${REFUSALS[code.slice(0, 2)] ?? 'with an error'} (${code})${where}`;
}
