import { readFile } from 'node:fs/promises';
import type { Config } from '../config.js';
import type { Scenario } from '../contracts/catalogue.contract.js';
import { checkCatalogueFile, type FileProblem } from '../features/catalogue/catalogue-file/check-catalogue-file.js';
import { catalogueStream } from '../features/catalogue/catalogue.stream.js';
import { systemClock } from '../platform/clock.js';
import { StartError } from '../platform/database/start-error.js';
import { handleCommand } from '../platform/eventsourcing/command-handling.js';
import { systemContext } from '../platform/eventsourcing/system-context.js';
import { count, type Terminal } from './terminal.js';
import { type CliPlatform, withPlatform } from './with-platform.js';

const SHOWN_PROBLEMS = 100;

/** `catalogue publish FILE`: publishes the whole content of a file. With `check` it only checks the file. */
export async function publishCatalogue(
  file: string,
  check: boolean,
  config: Config,
  terminal: Terminal,
): Promise<number> {
  const { scenarios, problems } = checkCatalogueFile(await textOf(file));
  if (!scenarios) return showProblems(file, problems, terminal);
  if (check) {
    terminal.out(`${file} is fine: ${summaryOf(scenarios)}.`);
    return 0;
  }
  return withPlatform(config, terminal, (platform) =>
    publishScenarios(platform, config.catalogueId, scenarios, terminal),
  );
}

/** Publishes these scenarios as the whole content, and prints the number of the edition. */
export async function publishScenarios(
  { store }: CliPlatform,
  catalogueId: string,
  scenarios: readonly Scenario[],
  { out }: Terminal,
): Promise<number> {
  const context = systemContext(systemClock.now());
  const command = { catalogueId, scenarios };
  const { state, appended } = await handleCommand(store, catalogueStream.of(catalogueId), command, context);
  out(
    appended
      ? `Edition ${state.edition} was published: ${summaryOf(scenarios)}.`
      : `Edition ${state.edition} already has this content. Nothing was published.`,
  );
  return 0;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function showProblems(file: string, problems: readonly FileProblem[], { err }: Terminal): number {
  for (const { line, column, message } of problems.slice(0, SHOWN_PROBLEMS))
    err(`${file}:${line}:${column} ${message}`);
  const hidden = problems.length - SHOWN_PROBLEMS;
  if (hidden > 0) err(`… and ${count(hidden)} more`);
  err(`${plural(problems.length, 'problem')}: nothing was published.`);
  return 1;
}

/** Formats `14 scenarios in 5 campaigns, 2 quizzes among them`. */
export function summaryOf(scenarios: readonly Scenario[]): string {
  const campaigns = new Set(scenarios.map(({ campaignId }) => campaignId)).size;
  const quizzes = scenarios.filter(({ scenarioType }) => scenarioType === 'Quiz').length;
  const parts = [plural(scenarios.length, 'scenario'), `in ${plural(campaigns, 'campaign')}`];
  return `${parts.join(' ')}, ${plural(quizzes, 'quiz', 'quizzes')} among them`;
}

export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;
