import pg from 'pg';

/** Work of the database since it was created. */
export interface DatabaseWork {
  readonly commits: number;
  readonly transactionIds: number;
  readonly walBytes: number;
  /** Counted only while {@link DatabaseCounters.countStatements} runs. */
  readonly statements: number;
}

const LIBRARY = 'pg_stat_statements';

/** Makes the next start of the server load the counter of statements, which is off until it is needed. */
export async function loadStatementCounter(superuserUrl: string): Promise<void> {
  const client = await connect(superuserUrl);
  try {
    await client.query(`alter system set shared_preload_libraries = '${LIBRARY}'`);
    await client.query(`create extension ${LIBRARY}`);
    // Known only once the library is loaded, so the server accepts it as a placeholder.
    await client.query(`alter system set ${LIBRARY}.track = 'none'`);
  } finally {
    await client.end();
  }
}

/** Reads the counters of a database that {@link loadStatementCounter} prepared. */
export class DatabaseCounters {
  private constructor(private readonly client: pg.Client) {}

  static async open(superuserUrl: string): Promise<DatabaseCounters> {
    return new DatabaseCounters(await connect(superuserUrl));
  }

  /** Sessions report their commits with a delay of a second. */
  async read(): Promise<DatabaseWork> {
    const { rows } = await this.client.query<Record<keyof DatabaseWork, string>>(
      `select d.xact_commit as commits, pg_snapshot_xmax(pg_current_snapshot())::text as "transactionIds",
         pg_current_wal_insert_lsn() - '0/0' as "walBytes", (select coalesce(sum(calls), 0) from pg_stat_statements) as statements
       from pg_stat_database d where d.datname = current_database()`,
    );
    const { commits, transactionIds, walBytes, statements } = rows[0]!;
    return {
      commits: Number(commits),
      transactionIds: Number(transactionIds),
      walBytes: Number(walBytes),
      statements: Number(statements),
    };
  }

  /** Counts statements during `work`. Apart from other measurements, because counting costs processor time. */
  async countStatements<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.track('top');
    try {
      return await work();
    } finally {
      await this.track('none');
    }
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private async track(which: 'top' | 'none'): Promise<void> {
    await this.client.query(`alter system set ${LIBRARY}.track = '${which}'`);
    await this.client.query('select pg_reload_conf()');
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
