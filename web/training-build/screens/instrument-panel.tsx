import { type Flight, fuelLeft } from '../flight/flight.js';
import { closingSpeed, length, subtract } from '../flight/state.js';
import type { Instruments } from '../play/flight-session.js';
import { goalInWords, metres, span, speed } from '../play/words.js';

export function InstrumentPanel({ now: { flight } }: { now: Instruments }) {
  const { scenario, state, elapsed, coolAt } = flight;
  const closing = closingSpeed(state);
  const limit = limitHere(flight);
  const isHot = limit !== null && limit.now > limit.speed * 0.8;
  const cooling = Math.max(0, coolAt - elapsed);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which must go by keyboard, too
    <section className="panel instruments" aria-label="Instruments" tabIndex={0}>
      <h2>{scenario.title}</h2>
      <dl>
        <Reading name="Range" value={metres(length(state.position))} />
        <Reading name={closing >= 0 ? 'Closing' : 'Opening'} value={speed(Math.abs(closing))} />
        {limit && <Reading name="Limit here" value={speed(limit.speed)} warn={isHot} />}
        <Reading name="Along track" value={metres(state.position[1])} />
        <Reading name="Radial" value={metres(state.position[0])} />
        <Reading name="Cross-track" value={metres(state.position[2])} />
        <Reading name="Time" value={`${span(elapsed)} / ${span(scenario.timeLimit)}`} />
      </dl>
      <Gauge name="Fuel" value={fuelLeft(flight)} max={scenario.tank} text={speed(fuelLeft(flight))} />
      {scenario.cooldown > 0 && (
        <Gauge
          name="Engine"
          value={scenario.cooldown - cooling}
          max={scenario.cooldown}
          text={cooling > 0 ? `cooling ${span(cooling)}` : 'ready'}
        />
      )}
      <p className="goal">{goalInWords(scenario.goal)}</p>
      <GoalProgress flight={flight} />
    </section>
  );
}

function Reading({ name, value, warn = false }: { name: string; value: string; warn?: boolean }) {
  return (
    <div className={warn ? 'reading warn' : 'reading'}>
      <dt>{name}</dt>
      <dd>
        {value}
        {warn && <span> near the limit</span>}
      </dd>
    </div>
  );
}

function Gauge({ name, value, max, text }: { name: string; value: number; max: number; text: string }) {
  return (
    <label className="gauge">
      <span>{name}</span>
      <meter min={0} max={max} low={max * 0.2} value={Math.max(0, value)} />
      <output>{text}</output>
    </label>
  );
}

function GoalProgress({ flight }: { flight: Flight }) {
  const { goal } = flight.scenario;
  if (goal.kind === 'free') return null;
  if (goal.kind === 'visit') return <p>{`${flight.visited} of ${goal.points.length} points`}</p>;
  if (goal.kind === 'hold') {
    const distance = length(subtract(flight.state.position, goal.point));
    return (
      <p>{flight.held > 0 ? `Holding ${span(flight.held)} of ${span(goal.seconds)}` : `${metres(distance)} to go`}</p>
    );
  }
  return <progress aria-label="Goal" value={Math.min(1, flight.progress)} max={1} />;
}

/** The tightest limit in whose range one is; null outside all of them. */
function limitHere({ scenario, state }: Flight): { speed: number; now: number } | null {
  const distance = length(state.position);
  const [tightest] = scenario.limits.filter(({ radius }) => distance < radius).toSorted((a, b) => a.speed - b.speed);
  if (!tightest) return null;
  return { speed: tightest.speed, now: tightest.of === 'closing' ? closingSpeed(state) : length(state.velocity) };
}
