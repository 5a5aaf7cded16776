/** Column types whose values contain no commas, quotes or spaces in their text form. */
type PlainType = 'uuid' | 'double precision' | 'smallint' | 'bigint' | 'boolean' | 'timestamptz';
type ColumnType = PlainType | 'text' | 'jsonb';

/** The rows of a batch as parameters of a statement, and the expression that selects them. */
export interface RowSet<Name extends string> {
  /** A subquery that yields the rows with named columns in this order, used as `from ${ROWS.source} as e`. */
  readonly source: string;
  readonly columns: string;
  parameters(rows: readonly Readonly<Record<Name, unknown>>[]): string[];
}

/**
 * Passes a batch to PostgreSQL column by column. A JSON document of rows costs about twice as much to read and repeats the column
 * names in every row. Texts and documents, which may contain any character, are passed as one JSON array per column.
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

/** Builds the array text itself, because the driver would check every value for quotes. */
const arrayOf = (values: readonly unknown[]): string => `{${values.map((value) => value ?? 'null').join(',')}}`;
