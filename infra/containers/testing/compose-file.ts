import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';

type Environment = Readonly<Record<string, string>>;

/** The parts that the specs read. The schema of the Compose specification checks the rest. */
export interface ComposeService {
  readonly image: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Environment;
  readonly healthcheck?: {
    readonly test?: readonly string[];
    readonly start_period?: string;
    readonly disable?: boolean;
  };
  readonly deploy?: { readonly resources: { readonly limits: Readonly<Record<string, unknown>> } };
  readonly restart?: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly privileged?: boolean;
  readonly profiles?: readonly string[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly build?: { readonly target: string; readonly dockerfile: string };
  readonly depends_on?: Readonly<Record<string, { condition: string; required?: boolean }>> | readonly string[];
  readonly stop_grace_period?: string;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks?: Readonly<Record<string, { internal?: boolean }>>;
  readonly volumes?: Readonly<Record<string, object>>;
  readonly secrets?: Readonly<Record<string, { file: string }>>;
}

export const repositoryText = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), 'utf8');

const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

/** Returns the names of the variables in a text, with their defaults. */
export const variablesIn = (text: string): { name: string; fallback: string | undefined }[] =>
  [...text.matchAll(VARIABLE)].map(([, name, kind, rest]) => ({
    name: name!,
    fallback: kind === '-' ? rest : undefined,
  }));

/** A compose file with merged fragments and substituted variables. */
export function readComposeFile(path: string, environment: Environment): ComposeFile {
  const fill = (text: string): string =>
    text.replace(VARIABLE, (_all, name: string, kind: string, rest: string) => {
      const value = environment[name];
      if (!value && kind === '?') throw new Error(`${name}: ${rest}`);
      return value || (rest ?? '');
    });
  return filled(parse(repositoryText(path), { merge: true }), fill) as ComposeFile;
}

/** Substitutes variables after parsing, as Compose does: an empty text remains a text. */
function filled(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return value.map((entry) => filled(entry, fill));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filled(entry, fill)]));
}

/** Merges a file over another one as Compose does, for the features that our files use. */
export function layOver(base: ComposeFile, overlay: ComposeFile): ComposeFile {
  const services: Record<string, ComposeService> = { ...base.services };
  for (const [name, added] of Object.entries(overlay.services)) {
    const below = services[name];
    services[name] = {
      ...below,
      ...added,
      environment: { ...below?.environment, ...added.environment },
      secrets: [...(below?.secrets ?? []), ...(added.secrets ?? [])],
      networks: [...(below?.networks ?? []), ...(added.networks ?? [])],
      depends_on: { ...below?.depends_on, ...added.depends_on },
    };
  }
  return {
    services,
    networks: { ...base.networks, ...overlay.networks },
    volumes: { ...base.volumes, ...overlay.volumes },
    secrets: { ...base.secrets, ...overlay.secrets },
  };
}

/** Parses the settings of a file like `.env`. */
export const environmentOf = (path: string): Environment =>
  Object.fromEntries(
    repositoryText(path)
      .split('\n')
      .flatMap((line) => {
        const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, value!.replace(/^"(.*)"$/, '$1')] as const];
      }),
  );
