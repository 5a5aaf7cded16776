import type { Config } from '../config.js';
import type { Scenario } from '../contracts/catalogue.contract.js';
import { catalogueStream } from '../features/catalogue/catalogue.stream.js';
import { type CatalogueDifferences, compareCatalogues } from '../features/catalogue/compare-catalogues.js';
import { defaultCatalogue } from '../features/catalogue/default-catalogue.js';
import { ENDED_AT, STARTED_AT } from '../features/courses/course.query.js';
import { Hints } from '../platform/database/hints.js';
import { StartError } from '../platform/database/start-error.js';
import type { EventStore } from '../platform/eventsourcing/event-store.js';
import { comparePositions, LOG_START } from '../platform/eventsourcing/message.js';
import { Progress } from '../platform/eventsourcing/projecting/progress.js';
import { plural, publishScenarios, summaryOf } from './publish-catalogue.command.js';
import type { Terminal } from './terminal.js';
import { type CliPlatform, withPlatform } from './with-platform.js';

const CATCH_UP_MS = 5_000;

interface PublishDefaultOptions {
  /** Only prints what would change. */
  readonly check: boolean;
  /** Allows the loss of content that the default does not have. */
  readonly replace: boolean;
}

/**
 * `catalogue publish --default`: publishes the default content of this version into an existing database. It is refused while a class is
 * running. It is also refused when content of the installation would be lost, unless `replace` is set.
 */
export function publishDefaultCatalogue(
  options: PublishDefaultOptions,
  config: Config,
  terminal: Terminal,
): Promise<number> {
  return withPlatform(config, terminal, (platform) => publish(platform, config.catalogueId, options, terminal));
}

async function publish(
  platform: CliPlatform,
  catalogueId: string,
  { check, replace }: PublishDefaultOptions,
  terminal: Terminal,
): Promise<number> {
  const scenarios = defaultCatalogue();
  const differences = compareCatalogues(await publishedScenarios(platform.store, catalogueId), scenarios);
  for (const line of linesOf(differences)) terminal.out(line);
  const lost = lossOf(differences);
  if (check) {
    terminal.out(`The default content has ${summaryOf(scenarios)}. Nothing was published.`);
    if (lost !== null) terminal.out(`${lost} Publishing needs --replace.`);
    return 0;
  }
  if (lost !== null && !replace) {
    throw new StartError(
      `${lost} Nothing was published. To replace this content, add --replace; results of removed scenarios are kept.`,
    );
  }
  const running = await countRunningClasses(platform);
  if (running > 0) {
    const classes = running === 1 ? '1 class is running' : `${plural(running, 'class', 'classes')} are running`;
    throw new StartError(
      `${classes}, so nothing was published: content does not change during a class. Run this command again when no class is running.`,
    );
  }
  return publishScenarios(platform, catalogueId, scenarios, terminal);
}

async function publishedScenarios(store: EventStore, catalogueId: string): Promise<readonly Scenario[]> {
  return (await catalogueStream.of(catalogueId).state(store)).scenarios;
}

const linesOf = ({ added, extended, changed, removed }: CatalogueDifferences): string[] => [
  ...named('new', added),
  ...named('extended', extended),
  ...named('changed', changed),
  ...named('removed', removed),
];

const named = (what: string, scenarios: readonly Scenario[]): string[] =>
  scenarios.map(({ scenarioTitle, campaignTitle }) => `${what}: ${scenarioTitle} (${campaignTitle})`);

/** Describes in one sentence which own content of the installation would be lost; null for none. */
function lossOf({ changed, removed }: CatalogueDifferences): string | null {
  const parts = [
    ...(changed.length > 0 ? [`${plural(changed.length, 'scenario')} would be changed`] : []),
    ...(removed.length > 0 ? [`${plural(removed.length, 'scenario')} would be removed`] : []),
  ];
  return parts.length > 0 ? `This installation has its own content: ${parts.join(', and ')}.` : null;
}

/**
 * Counts the running classes, by the read models and the clock.
 * @throws StartError when the read models do not catch up with the log, because they may lack the newest class
 */
async function countRunningClasses({ pool, store }: CliPlatform): Promise<number> {
  const head = await store.head();
  // A log without events has no read models yet.
  if (comparePositions(head, LOG_START) <= 0) return 0;
  const progress = new Progress(pool, store, new Hints('', [], pool));
  if (!(await progress.waitFor(head, CATCH_UP_MS))) {
    throw new StartError(
      'The read models are behind the log, so a class may be running. Start the platform, wait until it is ready, then run this command again.',
    );
  }
  const { rows } = await pool.query<{ running: string }>(
    `select count(*) as running from read.courses c join read.classes k using (course_id)
     where c.deleted_at is null and ${STARTED_AT} is not null and ${ENDED_AT} is null`,
  );
  return Number(rows[0]!.running);
}
