import type { ReaderStatus, SystemStatus } from '../../../../api/contracts/system-status.contract.js';
import { UNKNOWN } from '../../../../api/contracts/system-status.rule.js';
import { Chip } from '../../../shared/ui/chip.js';
import { readableNumber } from '../../../shared/locale.js';
import { duration, events, readable } from '../status-words.js';
import { Sparkline } from './sparkline.js';
import styles from './system-status.module.css';

/** A lag below this is that of every event on its way. */
const BEHIND_SECONDS = 5;

/** How far every read model and every reactor is behind the log, now and over the last minutes. */
export function LagList({ readers, lagHistory }: Pick<SystemStatus, 'readers' | 'lagHistory'>) {
  if (readers === UNKNOWN) return <p className={styles.soft}>How far readers are could not be told in time.</p>;
  const of = (kind: ReaderStatus['kind']) => readers.filter((reader) => reader.kind === kind);
  return (
    <>
      <ReaderCards title="Read models" readers={of('projection')} lagHistory={lagHistory} />
      <details className={styles.more}>
        <summary>Reactors: {summaryOf(of('reactor'))}</summary>
        <ReaderCards title="Reactors" readers={of('reactor')} lagHistory={lagHistory} />
      </details>
    </>
  );
}

function summaryOf(readers: readonly ReaderStatus[]): string {
  const behind = readers.filter(({ lagSeconds }) => lagSeconds > BEHIND_SECONDS).length;
  const failed = readers.filter(({ parkedEvents }) => parkedEvents > 0).length;
  const progress = behind === 0 ? `all ${readers.length} are up to date` : `${behind} of ${readers.length} are behind`;
  return failed === 0 ? progress : `${progress}, ${failed} ${failed === 1 ? 'has' : 'have'} put events aside`;
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
            <strong>{readable(reader.name)}</strong> <ReaderChip reader={reader} />
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

function ReaderChip({ reader: { lagSeconds, lagEvents, parkedEvents } }: { reader: ReaderStatus }) {
  return (
    <>
      {parkedEvents > 0 && <Chip tone="bad">{events(parkedEvents)} put aside</Chip>}{' '}
      {lagSeconds > BEHIND_SECONDS ? (
        <Chip tone="signal">
          {events(lagEvents)}, {duration(lagSeconds)} behind
        </Chip>
      ) : (
        <Chip tone="good">Up to date</Chip>
      )}
    </>
  );
}

function lagLabel(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return 'Lag: nothing is known yet';
  return `Lag over the last five minutes: now ${duration(known.at(-1)!)}, at most ${duration(Math.max(...known))}`;
}

function RebuildProgress({ name, rebuild }: { name: string; rebuild: NonNullable<ReaderStatus['rebuild']> }) {
  const [done, of] = [rebuild.events, rebuild.of].map(readableNumber);
  const text = rebuild.events === 0 ? 'Rebuild about to begin' : `Rebuilt ${done} of ${of} events`;
  return (
    <span className={styles.rebuild}>
      <progress aria-label={`Rebuild of ${readable(name)}`} value={rebuild.events} max={Math.max(1, rebuild.of)} />
      {text}
    </span>
  );
}
