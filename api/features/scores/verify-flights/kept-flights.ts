import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { FlightRecording } from '../../../contracts/flight.contract.js';
import { flyAgain, type FlownFigures, type ReplayableModule } from '../../../contracts/fly-again.rule.js';

/** The part of the standard that this file uses. The types of Node.js do not contain it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

const FOLDER = join(import.meta.dirname, 'kept');

/** A module that has shipped, and the numbers of its scenarios by id and version. */
interface KeptModule {
  readonly module: ReplayableModule;
  readonly scenarios: Readonly<Record<string, Readonly<Record<string, readonly number[]>> | undefined>>;
}

/**
 * The flight modules of this release and of earlier ones, in the folder `kept`, by hash (docs/decisions/0023-verified-flights.md). A
 * recording only selects one of these files, and never supplies code.
 */
@Injectable()
export class KeptFlights {
  private readonly known = new Set(readdirSync(FOLDER).map((file) => file.replace(/\.\w+$/, '')));
  private readonly loaded = new Map<string, KeptModule>();

  /** Flies a recording again; undefined when its module or its version of the scenario is unknown. */
  fly(scenarioId: string, recording: FlightRecording): FlownFigures | undefined {
    if (!this.known.has(recording.module)) return undefined;
    const { module, scenarios } = this.load(recording.module);
    const numbers = scenarios[scenarioId]?.[recording.scenarioVersion];
    return numbers && flyAgain(module, numbers, recording);
  }

  private load(hash: string): KeptModule {
    const loaded = this.loaded.get(hash);
    if (loaded) return loaded;
    const read = (suffix: string): Buffer => readFileSync(join(FOLDER, `${hash}.${suffix}`));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(read('wasm'))));
    const kept: KeptModule = {
      module: exports as unknown as ReplayableModule,
      scenarios: JSON.parse(read('json').toString('utf8')) as KeptModule['scenarios'],
    };
    this.loaded.set(hash, kept);
    return kept;
  }
}
