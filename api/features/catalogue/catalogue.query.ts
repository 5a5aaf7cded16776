import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import { BatchedCache } from '../../platform/batched-cache.js';
import { POOL } from '../../platform/database/pool.js';
import { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import { CONFIG, type Config } from '../../config.js';

/** A publication shows on every node within this time. */
const FRESH_MS = 2_000;

/** One edition of a catalogue, as it is looked things up in. */
export interface Catalogue {
  readonly edition: number;
  readonly scenarios: readonly Scenario[];
  readonly byId: ReadonlyMap<string, Scenario>;
}

const EMPTY: Catalogue = { edition: 0, scenarios: [], byId: new Map() };

/** The content people play; read whole and kept in memory for a moment, because every score asks for it. */
@Injectable()
export class CatalogueQuery {
  private readonly shown = new BatchedCache<Catalogue>({
    maxSize: 1,
    ttlMs: FRESH_MS,
    load: async ([catalogueId]) => new Map([[catalogueId!, await this.load(catalogueId!)]]),
  });

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    private readonly progress: Progress,
  ) {}

  /** The catalogue the platform shows; edition 0 before the first publication has been projected. */
  async current(): Promise<Catalogue> {
    return (await this.shown.get(this.config.catalogueId)) ?? EMPTY;
  }

  /**
   * The same, with everything published up to now: to be asked before something is refused because of it.
   * @throws DomainError 503 when the read model is too far behind.
   */
  async newest(): Promise<Catalogue> {
    await this.progress.catchUp();
    this.shown.forget(this.config.catalogueId);
    return this.current();
  }

  /** Any catalogue. Only the platform's own is remembered, because anybody can invent ids. */
  find(catalogueId: string): Promise<Catalogue> {
    return catalogueId === this.config.catalogueId ? this.current() : this.load(catalogueId);
  }

  private async load(catalogueId: string): Promise<Catalogue> {
    const { rows } = await this.pool.query<{ edition: number; scenarios: Scenario[] }>(
      'select edition, scenarios from read.catalogues where catalogue_id = $1',
      [catalogueId],
    );
    const row = rows[0];
    if (!row) return EMPTY;
    return { ...row, byId: new Map(row.scenarios.map((scenario) => [scenario.scenarioId, scenario])) };
  }
}
