import { newestSecret } from '../config-settings.js';
import { StartError } from '../platform/database/start-error.js';
import { adoptCheckpoints } from '../platform/eventsourcing/projecting/adopt-checkpoints.js';
import { projectWholeLog } from '../platform/eventsourcing/projecting/project-whole-log.js';
import { acceptLoss, type Loss, measureLoss } from '../platform/eventsourcing/recognizing/accept-restored.js';
import { streams } from '../streams.js';
import { isPlatformRunning } from './copy-log.command.js';
import { describeLoss } from './describe-loss.js';
import { pace, withProgress } from './progress-bar.js';
import { count, type Terminal } from './terminal.js';
import type { CliPlatform } from './with-platform.js';

/**
 * `log accept-restored`: lists what an older state of KurrentDB has lost, and accepts it after a confirmation. The read models are
 * built from the events that are left. The platform must be stopped.
 */
export async function acceptRestored(platform: CliPlatform, terminal: Terminal, yes: boolean): Promise<number> {
  const { pool, log, store, projections, secrets } = platform;
  const { recognition } = log;
  if (!recognition) throw new StartError('The log is in PostgreSQL, which is restored together with it.');
  if (await isPlatformRunning(pool)) throw new StartError('The platform is running: stop all nodes first.');
  await recognition.look();
  const { shortened } = recognition;
  if (!shortened) {
    terminal.out('The log contains every event that this database has read: there is no loss to accept.');
    return 0;
  }
  // Refuses a log that lacks events from before it was moved to KurrentDB.
  await adoptCheckpoints(pool, log.store, true);
  const loss = await measureLoss(pool, log, recognition, shortened);
  terminal.out(
    `KurrentDB contains ${count(loss.kept)} events, the last of ${loss.recordedAt.toISOString()}. ${describeLoss(loss)}`,
  );
  if (!yes) await confirm(terminal, loss);
  await acceptLoss(pool, store, projections, newestSecret(secrets.AUDIT_KEY), loss);
  await withProgress(terminal, 'Building read models', (show) => {
    const say = pace('events');
    const onProgress = (done: number): void => show(done / loss.kept, say(done));
    return projectWholeLog({ pool, store, projections, isSingleEventStream: streams.holdsOneEvent, onProgress });
  });
  terminal.out('The loss is recorded and the read models are built. Start the platform.');
  return 0;
}

/** @throws StartError when the operator does not confirm, or when there is no terminal */
async function confirm(terminal: Terminal, { lost }: Loss): Promise<void> {
  if (!terminal.ask) throw new StartError('Nothing was accepted. Add --yes to accept the loss without being asked.');
  const typed = await terminal.ask(`This accepts the loss for good. Type ${lost} to confirm: `);
  if (typed !== String(lost)) throw new StartError('Nothing was accepted.');
}
