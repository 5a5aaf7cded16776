import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useMemo, useState } from 'react';
import { type LaneItem, lanesOf } from '../../../../api/contracts/debrief-lanes.rule.js';
import { momentOfTime } from '../../../../api/contracts/moment.rule.js';
import { ATTEMPT_FLAGS } from '../../../../api/contracts/recording.rule.js';
import { naturalOrder } from '../../../shared/names/natural-order.js';
import { secondOfDay } from '../../../shared/readable-time.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { SelectField } from '../../../shared/ui/fields.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import { itemWords } from '../lane-words.js';
import { usePlayhead } from '../use-playhead.js';
import type { DebriefViewProps } from './debrief-page.js';
import styles from './event-table.module.css';

const EVERY_MS = 500;
const AT_ONCE = 100;
const ALL = '';

interface ListedEvent {
  readonly at: number;
  readonly text: string;
  /** Id of the attempt and index of its scenario, if it may have a flight. */
  readonly flight?: ListedFlight;
}

interface ListedFlight {
  readonly attemptId: string;
  readonly scenario: number;
}

interface EventTableProps extends DebriefViewProps {
  flightHref: (attemptIds: readonly string[], at: string | undefined) => string;
}

/** Everything that time bar and lanes show, as a table: all events until the moment, or the lane of one student. */
export function EventTable({ open, playhead, flightHref }: EventTableProps) {
  const { axis, recording, words } = open;
  const { offset, isAtEnd } = usePlayhead(playhead, EVERY_MS);
  const [person, setPerson] = useState<number | null>(null);
  const [count, setCount] = useState(AT_ONCE);
  const [kept, setKept] = useState<ListedFlight | null>(null);
  const now = axis.timeAt(offset);
  const shownAt = isAtEnd ? undefined : momentOfTime(now);
  const students = useMemo(() => {
    const places = [...new Set(recording.roster.map(([, , , index]) => index))];
    const named = places.map((index) => ({ index, name: words.personOf(index) }));
    return named.toSorted((a, b) => naturalOrder(a.name, b.name));
  }, [recording, words]);
  const events = useMemo(() => eventsOf(open, person), [open, person]);
  const past = events.filter(({ at }) => at <= now);
  const shown = past.slice(-count).toReversed();
  const texts = messages.table;
  return (
    <div className={styles.events}>
      <div className={styles.student}>
        <SelectField
          label={texts.student}
          value={person === null ? ALL : String(person)}
          options={[
            { value: ALL, text: texts.all },
            ...students.map(({ index, name }) => ({ value: String(index), text: name })),
          ]}
          onChange={(value) => {
            setPerson(value === ALL ? null : Number(value));
            setCount(AT_ONCE);
          }}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyNote title={texts.none} />
      ) : (
        <table className={styles.table} aria-label={texts.label}>
          <thead>
            <tr className="label">
              <th scope="col">{texts.time}</th>
              <th scope="col">{texts.event}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ at, text, flight }, place) => (
              <tr key={past.length - place}>
                <td className="figures">
                  <Link
                    component="button"
                    type="button"
                    aria-label={texts.goTo(secondOfDay(at))}
                    onClick={() => {
                      playhead.jumpTo(axis.offsetOf(at));
                    }}
                  >
                    {secondOfDay(at)}
                  </Link>
                </td>
                <td>
                  {text}{' '}
                  {flight && (
                    <FlightLinks
                      flight={flight}
                      kept={kept}
                      onKeep={setKept}
                      hrefOf={(ids) => flightHref(ids, shownAt)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {past.length > count && (
        <Button variant="outlined" onClick={() => setCount(count + AT_ONCE)}>
          {texts.more(Math.min(AT_ONCE, past.length - count))}
        </Button>
      )}
    </div>
  );
}

interface FlightLinksProps {
  flight: ListedFlight;
  /** The flight to compare with. */
  kept: ListedFlight | null;
  onKeep: (flight: ListedFlight | null) => void;
  hrefOf: (attemptIds: readonly string[]) => string;
}

/** Links that replay a flight, alone or with another one of the same scenario. They load a document, which may run WebAssembly. */
function FlightLinks({ flight, kept, onKeep, hrefOf }: FlightLinksProps) {
  const texts = messages.table.flight;
  const isKept = kept?.attemptId === flight.attemptId;
  const other = !isKept && kept?.scenario === flight.scenario ? kept : null;
  return (
    <span className={styles.flight}>
      <Link href={hrefOf([flight.attemptId])}>{texts.see}</Link>
      {other && <Link href={hrefOf([flight.attemptId, other.attemptId])}>{texts.seeBoth}</Link>}
      <Link component="button" type="button" aria-pressed={isKept} onClick={() => onKeep(isKept ? null : flight)}>
        {texts.keep}
      </Link>
    </span>
  );
}

/** Returns the flight of an item of a lane; quizzes have none. */
function flightOf({ attempts }: DebriefViewProps['open']['recording'], { kind, index }: LaneItem) {
  const attempt = kind === 'attempt' ? attempts[index] : undefined;
  if (!attempt || (attempt[12] & ATTEMPT_FLAGS.quiz) !== 0) return {};
  return { flight: { attemptId: attempt[15], scenario: attempt[2] } };
}

/** Returns the events of the class, or those in the lane of a student, by time. Texts are written when they are read. */
function eventsOf(
  { debrief, markers, words, recording, axis }: DebriefViewProps['open'],
  person: number | null,
): readonly ListedEvent[] {
  if (person === null) {
    return markers.map((marker) => ({
      at: marker.at,
      get text() {
        return words.markerWords(marker);
      },
    }));
  }
  const lane = lanesOf(debrief, axis.timeAt(axis.length)).find((each) => each.person === person);
  const items = (lane?.items ?? []).map((item) => ({
    at: item.kind === 'attempt' ? item.to : item.from,
    get text() {
      return itemWords(recording, words, item);
    },
    ...flightOf(recording, item),
  }));
  return items.toSorted((a, b) => a.at - b.at);
}
