/** Types of columns whose values have neither commas nor quotes nor blanks in their text. */
type PlainType = 'uuid' | 'double precision' | 'bigint' | 'boolean' | 'timestamptz';
type ColumnType = PlainType | 'text' | 'jsonb';

/** Rows on their way into a statement: the place in it where they come from, and its parameters. */
export interface RowSet<Name extends string> {
  /** Their columns in this order, each named, to be selected from: `from ${ROWS.source} as e`. */
  readonly source: string;
  readonly columns: string;
  parameters(rows: readonly Readonly<Record<Name, unknown>>[]): string[];
}

/**
 * Hands over a batch column by column. PostgreSQL reads a JSON document of rows at about twice the cost, and the names of its
 * columns travel with every row. Texts and documents, which may hold anything, still come as a JSON array a column.
 */
export function rowSet<Name extends string>(types: Readonly<Record<Name, ColumnType>>): RowSet<Name> {
  const columns = Object.entries<ColumnType>(types) as [Name, ColumnType][];
  return {
    source: `(select ${columns.map(([name, type], index) => `${elementsOf(`$${index + 1}`, type)} as ${name}`).join(', ')})`,
    columns: columns.map(([name]) => name).join(', '),
    parameters: (rows) =>
      columns.map(([name, type]) => {
        const values = rows.map((row) => row[name]);
        return isPlain(type) ? arrayOf(values) : JSON.stringify(values);
      }),
  };
}

const isPlain = (type: ColumnType): type is PlainType => type !== 'text' && type !== 'jsonb';

function elementsOf(parameter: string, type: ColumnType): string {
  if (type === 'text') return `json_array_elements_text(${parameter}::json)`;
  return type === 'jsonb' ? `jsonb_array_elements(${parameter}::jsonb)` : `unnest(${parameter}::${type}[])`;
}

/** The driver would look for quotes in every single value. */
const arrayOf = (values: readonly unknown[]): string => `{${values.map((value) => value ?? 'null').join(',')}}`;
