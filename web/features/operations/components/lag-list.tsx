import type { ReaderStatus, SystemStatus } from '../../../../api/contracts/system-status.contract.js';
import { UNKNOWN } from '../../../../api/contracts/system-status.rule.js';
import { Chip } from '../../../shared/ui/chip.js';
import { readableNumber } from '../../../shared/locale.js';
import { operationsMessages as messages } from '../operations.messages.js';
import { duration, events, readable } from '../status-words.js';
import { Sparkline } from './sparkline.js';
import styles from './system-status.module.css';

/** Below this, a lag is the normal delay of events in transit. */
const BEHIND_SECONDS = 5;

/** Lag of every read model and reactor behind the log, now and over the last minutes. */
export function LagList({ readers, lagHistory }: Pick<SystemStatus, 'readers' | 'lagHistory'>) {
  const texts = messages.lag;
  if (readers === UNKNOWN) return <p className={styles.soft}>{texts.unknown}</p>;
  const of = (kind: ReaderStatus['kind']) => readers.filter((reader) => reader.kind === kind);
  return (
    <>
      <ReaderCards title={texts.readModels} readers={of('projection')} lagHistory={lagHistory} />
      <details className={styles.more}>
        <summary>{texts.reactorsAre(summaryOf(of('reactor')))}</summary>
        <ReaderCards title={texts.reactors} readers={of('reactor')} lagHistory={lagHistory} />
      </details>
    </>
  );
}

function summaryOf(readers: readonly ReaderStatus[]): string {
  const behind = readers.filter(({ lagSeconds }) => lagSeconds > BEHIND_SECONDS).length;
  const failed = readers.filter(({ parkedEvents }) => parkedEvents > 0).length;
  const texts = messages.lag;
  const progress = behind === 0 ? texts.allUpToDate(readers.length) : texts.someBehind(behind, readers.length);
  return failed === 0 ? progress : messages.facts([progress, texts.someSkipped(failed)]);
}

interface ReaderCardsProps {
  title: string;
  readers: readonly ReaderStatus[];
  lagHistory: SystemStatus['lagHistory'];
}

function ReaderCards({ title, readers, lagHistory }: ReaderCardsProps) {
  return (
    <ul className={styles.readers} aria-label={title}>
      {readers.map((reader) => (
        <li key={reader.reader}>
          <span className={styles.reader}>
            <strong translate="no">{readable(reader.name)}</strong> <ReaderChip reader={reader} />
          </span>
          <Sparkline
            label={lagLabel(lagHistory[reader.reader] ?? [])}
            values={lagHistory[reader.reader] ?? []}
            least={2}
            format={duration}
          />
          {reader.rebuild && <RebuildProgress name={reader.name} rebuild={reader.rebuild} />}
        </li>
      ))}
    </ul>
  );
}

function ReaderChip({ reader: { lagSeconds, lagEvents, parkedEvents, stalledSeconds } }: { reader: ReaderStatus }) {
  return (
    <>
      {parkedEvents > 0 && <Chip tone="bad">{messages.lag.skipped(events(parkedEvents))}</Chip>}{' '}
      {stalledSeconds !== null && <Chip tone="bad">{messages.lag.stalled(duration(stalledSeconds))}</Chip>}{' '}
      {lagSeconds > BEHIND_SECONDS ? (
        <Chip tone="signal">{messages.lag.behind(events(lagEvents), duration(lagSeconds))}</Chip>
      ) : (
        <Chip tone="good">{messages.lag.upToDate}</Chip>
      )}
    </>
  );
}

function lagLabel(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return messages.lag.curveUnknown;
  return messages.lag.curve(duration(known.at(-1)!), duration(Math.max(...known)));
}

function RebuildProgress({ name, rebuild }: { name: string; rebuild: NonNullable<ReaderStatus['rebuild']> }) {
  const texts = messages.lag;
  return (
    <span className={styles.rebuild}>
      <progress aria-label={texts.rebuildOf(readable(name))} value={rebuild.events} max={Math.max(1, rebuild.of)} />
      {rebuild.events === 0
        ? texts.rebuildStarts
        : texts.rebuilt(readableNumber(rebuild.events), readableNumber(rebuild.of))}
    </span>
  );
}
