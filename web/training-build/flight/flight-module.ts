import {
  FLIGHT_SIZE,
  LAYOUT_VERSION,
  MOST_PATH_POINTS,
  PATH,
  SCENARIO_SIZE,
  SCORE_SIZE,
} from '../flight-module/layout.js';
import { decodeFlight, encodeFlight, encodeScenario } from './encoding.js';
import type { Flight } from './flight.js';
import type { FlightScenario } from './scenario.js';

/** Exports of the compiled `flight-module/flight-module.ts`. */
export interface FlightModuleExports {
  readonly memory: WebAssembly.Memory;
  layoutVersion(): number;
  scenarioPointer(): number;
  flightPointer(): number;
  scorePointer(): number;
  predictionPointer(): number;
  begin(): void;
  advance(steps: number, frame: number): void;
  burn(x: number, y: number, z: number): void;
  burnRefusal(x: number, y: number, z: number): number;
  point(azimuth: number, elevation: number): void;
  coast(seconds: number): void;
  predict(every: number, points: number, maxStep: number): void;
  score(): void;
  points(): number;
  hasPassed(): number;
}

/**
 * The compiled flight module and its memory. It keeps no flight between two calls: each call writes a flight, runs one function and reads
 * the result, so that any number of flights can share one module.
 */
export class FlightModule {
  readonly scoreBlock: Float64Array;
  readonly prediction: Float64Array;
  private readonly scenarioBlock: Float64Array;
  private readonly flightBlock: Float64Array;
  private loaded: FlightScenario | undefined;

  /** @param hash SHA-256 of the compiled module, by which recordings name it */
  constructor(
    readonly run: FlightModuleExports,
    readonly hash: string,
  ) {
    if (run.layoutVersion() !== LAYOUT_VERSION)
      throw new Error(`The flight module has layout ${run.layoutVersion()}, but ${LAYOUT_VERSION} is needed.`);
    const block = (pointer: number, size: number) => new Float64Array(run.memory.buffer, pointer, size);
    this.scenarioBlock = block(run.scenarioPointer(), SCENARIO_SIZE);
    this.flightBlock = block(run.flightPointer(), FLIGHT_SIZE);
    this.scoreBlock = block(run.scorePointer(), SCORE_SIZE);
    this.prediction = block(run.predictionPointer(), PATH + 3 * MOST_PATH_POINTS);
  }

  /** Starts the flight of a scenario. */
  begin(scenario: FlightScenario): Flight {
    this.loadScenario(scenario);
    this.run.begin();
    return decodeFlight(scenario, this.flightBlock);
  }

  /** Writes a flight into the module's memory. */
  load(flight: Flight): FlightModuleExports {
    this.loadScenario(flight.scenario);
    encodeFlight(flight, this.flightBlock);
    return this.run;
  }

  /** Loads a flight, changes it by `change`, and reads it. */
  changed(flight: Flight, change: (run: FlightModuleExports) => void): Flight {
    change(this.load(flight));
    return decodeFlight(flight.scenario, this.flightBlock);
  }

  private loadScenario(scenario: FlightScenario): void {
    if (this.loaded === scenario) return;
    encodeScenario(scenario, this.scenarioBlock);
    this.loaded = scenario;
  }
}
