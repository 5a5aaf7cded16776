import { stringify } from 'yaml';
import { layOver, readComposeFile } from '../../containers/testing/compose-file.js';

interface Limited {
  readonly deploy?: { readonly resources: { readonly limits: { cpus: string; memory: string; pids: number } } };
  readonly build?: unknown;
}

/** Merges Compose files into one file for Compose 1.29, which Debian has. Its names for resource limits differ. */
export function renderForCompose1(files: readonly string[], settings: Readonly<Record<string, string>>): string {
  const { networks, volumes, secrets, ...whole } = files.map((file) => readComposeFile(file, settings)).reduce(layOver);
  const services = Object.entries(whole.services).map(([name, service]) => {
    const { deploy, build: _build, ...rest } = service as typeof service & Limited;
    const { cpus, memory, pids } = deploy!.resources.limits;
    return [name, { ...rest, cpus: Number(cpus), mem_limit: memory, pids_limit: pids }];
  });
  const rendered = { services: Object.fromEntries(services) as object, networks, volumes, secrets };
  return stringify(rendered, { defaultStringType: 'QUOTE_DOUBLE' });
}
