import type { Flight } from '../flight/flight.js';
import { closingSpeed, length, subtract } from '../flight/state.js';
import type { Instruments } from '../play/flight-session.js';
import { approachInWords, approachName } from '../play/plot-words.js';
import type { LookAhead } from '../play/predicted-path.js';
import { goalInWords, metres, signed, span, speed } from '../play/words.js';

/** Components of position and velocity, in the order of the burn controls. */
const COMPONENTS = [
  { name: 'Along track', axis: 1 },
  { name: 'Radial', axis: 0 },
  { name: 'Cross-track', axis: 2 },
] as const;

/** Readings of the flight, and the predictions of its paths. */
export function InstrumentPanel({ now: { flight }, ahead }: { now: Instruments; ahead: LookAhead }) {
  const { scenario, state, elapsed, coolAt, fuelLeft, limit } = flight;
  const closing = closingSpeed(state);
  const cooling = Math.max(0, coolAt - elapsed);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which must go by keyboard, too
    <section className="panel instruments" aria-label="Instruments" tabIndex={0}>
      <h2>{scenario.title}</h2>
      <dl>
        <Reading name="Range" value={metres(length(state.position))} />
        <Reading name={closing >= 0 ? 'Closing' : 'Opening'} value={speed(Math.abs(closing))} />
        {limit && <Reading name="Limit here" value={speed(limit.speed)} warn={limit.isNear} />}
        <Reading name="Time" value={`${span(elapsed)} / ${span(scenario.timeLimit)}`} />
        <Reading name={approachName(scenario)} value={approachInWords(ahead.coasting.closest, elapsed)} long />
        {ahead.planned && (
          <Reading name="With the burn" value={approachInWords(ahead.planned.closest, elapsed)} long planned />
        )}
      </dl>
      <div className="gauges">
        <Gauge name="Fuel" value={fuelLeft} max={scenario.tank} text={speed(fuelLeft)} />
        {scenario.cooldown > 0 && (
          <Gauge
            name="Engine"
            value={scenario.cooldown - cooling}
            max={scenario.cooldown}
            text={cooling > 0 ? `cooling ${span(cooling)}` : 'ready'}
          />
        )}
      </div>
      <dl className="components" aria-label="Position and velocity relative to the target">
        {COMPONENTS.map(({ name, axis }) => (
          <div key={name} className="component">
            <dt>{name}</dt>
            <dd className="minor">{metres(state.position[axis])}</dd>
            <dd>{signed(state.velocity[axis])} m/s</dd>
          </div>
        ))}
      </dl>
      <p className="goal">{goalInWords(scenario.goal)}</p>
      <GoalProgress flight={flight} />
    </section>
  );
}

interface ReadingProps {
  name: string;
  value: string;
  warn?: boolean;
  /** Takes the width of two readings. */
  long?: boolean;
  planned?: boolean;
}

function Reading({ name, value, warn = false, long = false, planned = false }: ReadingProps) {
  return (
    <div className={['reading', warn && 'warn', long && 'long', planned && 'planned'].filter(Boolean).join(' ')}>
      <dt>{name}</dt>
      <dd>
        {value}
        {warn && <span> · brake</span>}
      </dd>
    </div>
  );
}

function Gauge({ name, value, max, text }: { name: string; value: number; max: number; text: string }) {
  return (
    <label className="gauge">
      <span>{name}</span>
      <meter min={0} max={max} low={max * 0.2} value={Math.max(0, value)} />
      {/* not announced, because it changes constantly */}
      <span>{text}</span>
    </label>
  );
}

function GoalProgress({ flight }: { flight: Flight }) {
  const { goal } = flight.scenario;
  if (goal.kind === 'free') return null;
  if (goal.kind === 'visit') return <p className="far">{`${flight.visited} of ${goal.points.length} points`}</p>;
  if (goal.kind === 'hold') {
    const distance = length(subtract(flight.state.position, goal.point));
    return (
      <p className="far">
        {flight.secondsInGoal > 0
          ? `Holding ${span(flight.secondsInGoal)} of ${span(goal.seconds)}`
          : `${metres(distance)} to go`}
      </p>
    );
  }
  return <progress aria-label="Goal" value={Math.min(1, flight.progress)} max={1} />;
}
