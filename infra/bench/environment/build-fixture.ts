/** Separate process that fills an empty data folder with the measured data, by the platform's own commands and events. */
import { fillDataDir } from './fill-data-dir.js';
import { FIXTURE_FILE } from './fixture.js';
import { buildFixture } from './fixture-builder.js';

await fillDataDir(FIXTURE_FILE, buildFixture);
