import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { BatchedCache } from '../../platform/batched-cache.js';
import { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import { LiveHub } from '../../platform/live/live-hub.js';
import { type Catalogue, CatalogueEditions, EMPTY_CATALOGUE } from './catalogue-editions.js';

export type { Catalogue };

/** A publication shows on every node within this time, also where nobody tells it. */
const FRESH_MS = 2_000;

/** The content people play; kept in memory for a moment, because every score asks for it. */
@Injectable()
export class CatalogueQuery {
  private readonly shown = new BatchedCache<Catalogue>({
    maxSize: 1,
    ttlMs: FRESH_MS,
    load: async ([catalogueId]) => new Map([[catalogueId!, await this.find(catalogueId!)]]),
  });

  constructor(
    private readonly editions: CatalogueEditions,
    @Inject(CONFIG) private readonly config: Config,
    private readonly progress: Progress,
    live: LiveHub,
  ) {
    live.onChange('catalogue', (catalogueId) => this.shown.forget(catalogueId));
  }

  /** The catalogue the platform shows; edition 0 before the first publication has been projected. */
  async current(): Promise<Catalogue> {
    return (await this.shown.get(this.config.catalogueId)) ?? EMPTY_CATALOGUE;
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

  /** The catalogue the platform showed at that moment; the first edition before there was one. */
  async at(moment: Date): Promise<Catalogue> {
    const { catalogueId } = this.config;
    return this.editions.read(catalogueId, await this.editions.at(catalogueId, moment));
  }

  /** The editions that were shown since that moment, the oldest first; the newest are left out when there are many. */
  async since(moment: Date): Promise<Catalogue[]> {
    const { catalogueId } = this.config;
    const names = await this.editions.since(catalogueId, moment);
    return Promise.all(names.map((name) => this.editions.read(catalogueId, name)));
  }

  /** The newest edition of any catalogue, as the read model has it. */
  async find(catalogueId: string): Promise<Catalogue> {
    return this.editions.read(catalogueId, await this.editions.newest(catalogueId));
  }

  /**
   * Scenarios that an edition of the platform's catalogue lacks and another has, each as it stands in the newest edition
   * before that has it, or else in the oldest one after; of all, or of those wanted.
   */
  async findRemoved({ edition, byId }: Catalogue, wanted?: readonly string[]): Promise<Catalogue['scenarios']> {
    const missing = wanted?.filter((scenarioId) => !byId.has(scenarioId));
    if (missing?.length === 0) return [];
    return this.editions.findRemoved(this.config.catalogueId, edition, missing ?? null);
  }
}
