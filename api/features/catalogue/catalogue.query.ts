import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { BatchedCache } from '../../platform/batched-cache.js';
import { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import { LiveHub } from '../../platform/live/live-hub.js';
import { type Catalogue, CatalogueEditions, EMPTY_CATALOGUE } from './catalogue-editions.js';

export type { Catalogue };

/** Time within which every node shows a publication, even without a notification. */
const FRESH_MS = 2_000;

/** Reads the published catalogue. It is cached briefly, because every submitted score needs it. */
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
    live.onChange('catalogue', (catalogueIds) => catalogueIds.forEach((catalogueId) => this.shown.forget(catalogueId)));
  }

  /** Returns the current catalogue; edition 0 before the first publication is projected. */
  async current(): Promise<Catalogue> {
    return (await this.shown.get(this.config.catalogueId)) ?? EMPTY_CATALOGUE;
  }

  /** Returns the current catalogue as of the read model, without the cache. */
  stored(): Promise<Catalogue> {
    return this.find(this.config.catalogueId);
  }

  /**
   * Returns the current catalogue including every publication up to now. Used before a rejection that depends on it.
   * @throws DomainError 503 when the read model is too far behind.
   */
  async newest(): Promise<Catalogue> {
    await this.progress.catchUp();
    this.shown.forget(this.config.catalogueId);
    return this.current();
  }

  /** Returns the catalogue that was current at `moment`, or the first edition for an earlier moment. */
  async at(moment: Date): Promise<Catalogue> {
    const { catalogueId } = this.config;
    return this.editions.read(catalogueId, await this.editions.at(catalogueId, moment));
  }

  /** Returns the edition with this number, which is empty when the read model does not have it yet. */
  async edition(edition: number): Promise<Catalogue> {
    const current = await this.current();
    if (current.edition === edition) return current;
    const { catalogueId } = this.config;
    return this.editions.read(catalogueId, await this.editions.numbered(catalogueId, edition));
  }

  /** Returns the editions that were current at or after `moment`, oldest first. The newest are left out when there are many. */
  async since(moment: Date): Promise<Catalogue[]> {
    const { catalogueId } = this.config;
    const names = await this.editions.since(catalogueId, moment);
    return Promise.all(names.map((name) => this.editions.read(catalogueId, name)));
  }

  /** Returns the newest edition of any catalogue, as of the read model. */
  async find(catalogueId: string): Promise<Catalogue> {
    return this.editions.read(catalogueId, await this.editions.newest(catalogueId));
  }

  /**
   * Returns scenarios that an edition of the platform's catalogue lacks and another edition has, all or the wanted ones.
   * Each is taken from the newest earlier edition that has it, otherwise from the oldest later one.
   */
  async findRemoved({ edition, byId }: Catalogue, wanted?: readonly string[]): Promise<Catalogue['scenarios']> {
    const missing = wanted?.filter((scenarioId) => !byId.has(scenarioId));
    if (missing?.length === 0) return [];
    return this.editions.findRemoved(this.config.catalogueId, edition, missing ?? null);
  }
}
