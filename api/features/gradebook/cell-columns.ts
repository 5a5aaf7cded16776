import { setImmediate } from 'node:timers/promises';
import type { CellColumns } from '../../contracts/gradebook.contract.js';

/** Cells of one scenario, separated by semicolons. Members of a cell are JSON, separated by commas: the user id, then `CellMembers` or only marks. */
export interface CellsOfScenario {
  readonly scenario_id: string;
  readonly cells: string;
}

const COLUMNS = [
  'total',
  'maxTotal',
  'questions',
  'maxQuestions',
  'correct',
  'counted',
  'flags',
  'completedAt',
  'level',
] as const satisfies readonly (keyof CellColumns)[];

/**
 * Returns the members `userIds` and `columns` of a `GradebookContent` as JSON text. The members of a cell stay texts, because parsing and
 * serializing 30,000 cells would take longer than reading them. Other requests are served between the scenarios.
 */
export async function columnsText(scenarios: readonly CellsOfScenario[]): Promise<string> {
  const indices = new Map<string, number>();
  const texts: string[] = [];
  for (const { scenario_id: id, cells } of scenarios) {
    if (texts.length > 0) await setImmediate();
    texts.push(`"${id}":${columnsOf(byUser(cells, indices))}`);
  }
  const userIds = [...indices.keys()].map((id) => `"${id}"`);
  return `"userIds":[${userIds.join(',')}],"columns":{${texts.join(',')}}`;
}

/** Returns the cells at the indices of their users, so that all scenarios have the same order, and lists of the same users are equal. */
function byUser(cells: string, indices: Map<string, number>): string[] {
  const ofUsers: string[] = [];
  for (const cell of cells.split(';')) {
    const end = cell.indexOf(',');
    const userId = cell.slice(0, end);
    let index = indices.get(userId);
    if (index === undefined) indices.set(userId, (index = indices.size));
    ofUsers[index] = cell.slice(end + 1);
  }
  return ofUsers;
}

function columnsOf(cells: readonly string[]): string {
  const users: number[] = [];
  const columns: string[][] = COLUMNS.map(() => []);
  const decided: string[] = [];
  const empty: string[] = [];
  cells.forEach((cell, user) => {
    const members = cell.split(',');
    if (members.length === 1) return void empty.push(`[${user},${cell}]`);
    if (members.length > COLUMNS.length)
      decided.push(`[${[users.length, ...members.slice(COLUMNS.length)].join(',')}]`);
    users.push(user);
    for (let nth = 0; nth < COLUMNS.length; nth += 1) columns[nth]!.push(members[nth]!);
  });
  return `{${[
    `"users":[${users.join(',')}]`,
    ...COLUMNS.map((name, nth) => `"${name}":[${columns[nth]!.join(',')}]`),
    ...(decided.length > 0 ? [`"decided":[${decided.join(',')}]`] : []),
    ...(empty.length > 0 ? [`"empty":[${empty.join(',')}]`] : []),
  ].join(',')}}`;
}
