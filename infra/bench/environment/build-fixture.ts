/** A process of its own: fills an empty data folder with what is measured, by the platform's own commands and events. */
import { fillDataDir } from './fill-data-dir.js';
import { FIXTURE_FILE } from './fixture.js';
import { buildFixture } from './fixture-builder.js';

await fillDataDir(FIXTURE_FILE, buildFixture);
