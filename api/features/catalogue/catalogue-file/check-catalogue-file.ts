import { catalogueProblems } from '../../../contracts/catalogue-content.rule.js';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import { CatalogueToPublish, ScenarioToPublish } from '../../../contracts/publish-catalogue.contract.js';
import { JsonDocument, JsonSyntaxError, type JsonLocation } from '../../../platform/json/json-document.js';

/** An error in a file and its place. */
export interface FileProblem extends JsonLocation {
  readonly message: string;
}

/** The content of a catalogue file, or all errors from top to bottom. */
export type CheckedFile =
  | { readonly scenarios: readonly Scenario[]; readonly problems: readonly [] }
  | { readonly scenarios: null; readonly problems: readonly FileProblem[] };

/** Checks a file like the body of PUT /api/courses/{id}/headers, but reports all errors at once. */
export function checkCatalogueFile(text: string): CheckedFile {
  const document = read(text);
  if (document instanceof JsonSyntaxError) {
    return { scenarios: null, problems: [{ ...document.place, message: document.message }] };
  }
  const { scenarios, problems } = check(document);
  if (problems.length === 0) return { scenarios, problems: [] };
  return { scenarios: null, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

function read(text: string): JsonDocument | JsonSyntaxError {
  try {
    return new JsonDocument(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}

function check(document: JsonDocument): { scenarios: Scenario[]; problems: FileProblem[] } {
  const problems = document
    .repeatedKeys()
    .map(({ key, place }): FileProblem => ({ ...place, message: `"${key}" is listed twice in this object.` }));
  const list = CatalogueToPublish.safeParse(document.value);
  if (!list.success) {
    problems.push(...list.error.issues.map(({ message }) => ({ ...document.locationOf([]), message })));
    return { scenarios: [], problems };
  }
  const scenarios = list.data.map((element, index) => {
    const parsed = ScenarioToPublish.safeParse(element);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) problems.push(...toProblems(document, index, issue));
    return undefined;
  });
  for (const { path, message } of catalogueProblems(scenarios)) {
    problems.push({ ...document.locationOf(path), message: `${labelOf(document, path)}: ${message}` });
  }
  return { scenarios: scenarios.filter((scenario) => scenario !== undefined), problems };
}

interface Issue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

function toProblems(document: JsonDocument, index: number, { path: inner, message, keys }: Issue): FileProblem[] {
  const path = [index, ...inner];
  if (keys) {
    return keys.map((key) => ({
      ...document.placeOfKey(path, key),
      message: `${labelOf(document, [...path, key])} is not a known field.`,
    }));
  }
  const label = labelOf(document, path);
  const said = document.has(path) ? `${label}: ${message}` : `${label} is missing.`;
  return [{ ...document.locationOf(path), message: said }];
}

/**
 * Returns the label of a field, such as `Scenario 3 ("Frames"), questions[2].maxScore`. Numbers start at 1; field names are
 * those of the file.
 */
function labelOf({ value }: JsonDocument, [index, ...fields]: readonly PropertyKey[]): string {
  const { scenarioTitle } = ((value as unknown[])[Number(index)] ?? {}) as { scenarioTitle?: unknown };
  const title = typeof scenarioTitle === 'string' ? ` ("${scenarioTitle.slice(0, 80)}")` : '';
  const field = fields.map((key) => (typeof key === 'number' ? `[${key + 1}]` : `.${String(key)}`)).join('');
  return `Scenario ${Number(index) + 1}${title}${field && `, ${field.slice(1)}`}`;
}
