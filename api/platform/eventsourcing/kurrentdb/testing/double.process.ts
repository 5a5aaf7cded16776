import { KurrentDbDouble } from './kurrentdb-double.js';

/** Process with a double of KurrentDB. Prints its URL, and ends with its standard input, so also when the process of the test is killed. */
const double = await KurrentDbDouble.start();
process.stdout.write(double.url);
process.stdin.resume().once('end', () => process.exit(0));
