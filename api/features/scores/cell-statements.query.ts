import { type Candidates, type CellScope, inScope } from './candidates.query.js';

/** Statements of a read model with one row for each cell, which refers to the attempt that counts; null when none does any more. */
export interface CellStatements {
  /** Keeps new candidates and merges those that count into the cells. Returns the classes whose cells changed. */
  readonly merge: string;
  /** Compares the attempts of a scope again, at the sequence in the parameter after those of the scope. */
  recount(scope: CellScope): string;
}

interface CellTable {
  readonly candidates: Candidates;
  readonly table: string;
  /** Columns of a row and of a candidate that are compared, the greatest value first. */
  readonly order: readonly string[];
  /** Further columns of both. */
  readonly copied: readonly string[];
  /** Columns of a candidate, and the source of new ones. */
  readonly columns: string;
  readonly source: string;
}

/** Returns the statements of a read model with one row for each cell. */
export function cellStatements({ candidates, table, order, copied, columns, source }: CellTable): CellStatements {
  const values = [...order, 'attempt_id', ...copied];
  const key = ['session_id', 'user_id', 'scenario_id'];
  const assigned = [...values, 'sequence'].map((column) => `${column} = excluded.${column}`).join(', ');
  const greatestFirst = [...order, 'attempt_id'].map((column) => `c.${column} desc`).join(', ');
  const compared = [...order, 'attempt_id'];
  return {
    merge: `
      with c as (
        insert into ${candidates.table} (${columns}) select ${columns} from ${source} as e on conflict do nothing returning *
      )
      insert into ${table} as b (${[...key, ...values, 'sequence'].join(', ')})
      select distinct on (${listOf(key, 'c')}) ${listOf([...key, ...values, 'sequence'], 'c')}
      from c where ${candidates.isCounted}
      order by ${listOf(key, 'c')}, ${greatestFirst}
      on conflict (${key.join(', ')}) do update set ${assigned}
      where b.attempt_id is null or (${listOf(compared, 'excluded')}) > (${listOf(compared, 'b')})
      returning session_id`,
    recount: (scope) => `
      with e as (
        select distinct on (${listOf(key, 'c')}) c.*, ${candidates.isCountedInScope} as counted
        from ${candidates.table} c where ${inScope(scope)}
        order by ${listOf(key, 'c')}, counted desc, ${greatestFirst}
      )
      insert into ${table} as b (${[...key, ...values, 'sequence'].join(', ')})
      select ${listOf(key, 'e')}, ${values.map((name) => `case when e.counted then e.${name} end`).join(', ')},
             $${scope.length + 1}::bigint
      from e left join ${table} present using (${key.join(', ')})
      where e.counted or present.attempt_id is not null
      on conflict (${key.join(', ')}) do update set ${assigned}
      where (${listOf(values, 'b')}) is distinct from (${listOf(values, 'excluded')})
      returning session_id`,
  };
}

const listOf = (names: readonly string[], of: string): string => names.map((name) => `${of}.${name}`).join(', ');
