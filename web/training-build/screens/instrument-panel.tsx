import type { Flight } from '../flight/flight.js';
import { closingSpeed, length, subtract } from '../flight/state.js';
import type { Instruments } from '../play/flight-session.js';
import { goalInWords, metres, span, speed } from '../play/words.js';

export function InstrumentPanel({ now: { flight } }: { now: Instruments }) {
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
        <Reading name="Along track" value={metres(state.position[1])} minor />
        <Reading name="Radial" value={metres(state.position[0])} minor />
        <Reading name="Cross-track" value={metres(state.position[2])} minor />
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
      <p className="goal">{goalInWords(scenario.goal)}</p>
      <GoalProgress flight={flight} />
    </section>
  );
}

interface ReadingProps {
  name: string;
  value: string;
  warn?: boolean;
  /** Not shown where there is little room. */
  minor?: boolean;
}

function Reading({ name, value, warn = false, minor = false }: ReadingProps) {
  return (
    <div className={['reading', warn && 'warn', minor && 'minor'].filter(Boolean).join(' ')}>
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
      {/* not told aloud whenever it changes */}
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
        {flight.held > 0 ? `Holding ${span(flight.held)} of ${span(goal.seconds)}` : `${metres(distance)} to go`}
      </p>
    );
  }
  return <progress aria-label="Goal" value={Math.min(1, flight.progress)} max={1} />;
}
