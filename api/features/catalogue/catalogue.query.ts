import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import { POOL } from '../../platform/database/pool.js';
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
  private readonly catalogues = new LRUCache<string, Catalogue>({
    max: 20,
    ttl: FRESH_MS,
    fetchMethod: (catalogueId) => this.load(catalogueId),
  });

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The catalogue the platform shows; edition 0 before the first publication has been projected. */
  current(): Promise<Catalogue> {
    return this.find(this.config.catalogueId);
  }

  async find(catalogueId: string): Promise<Catalogue> {
    return (await this.catalogues.fetch(catalogueId)) ?? EMPTY;
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
