import type { Flight } from '../flight/flight.js';
import type { FlightSession, Instruments } from '../play/flight-session.js';
import { contactInWords, pointingInWords, targetBurnInWords } from '../play/sensor-words.js';
import { span } from '../play/words.js';

const TURNS = [
  { label: 'Turn the sensor counterclockwise', sign: '↺', angle: 'azimuth', direction: 1 },
  { label: 'Turn the sensor clockwise', sign: '↻', angle: 'azimuth', direction: -1 },
  { label: 'Turn the sensor to the left', sign: '↗', angle: 'elevation', direction: 1 },
  { label: 'Turn the sensor to the right', sign: '↙', angle: 'elevation', direction: -1 },
] as const;

interface SensorPanelProps {
  now: Instruments;
  session: FlightSession;
}

/** Sensor panel: contact, watched time, and direction. */
export function SensorPanel({ now: { flight }, session }: SensorPanelProps) {
  const { goal } = flight.scenario;
  return (
    <section className="panel sensor" aria-label="Sensor">
      <div className="seen">
        <p role="status" className="contact" data-contact={flight.contact}>
          Sensor: {contactInWords(flight.contact)}
        </p>
        <p className="readings">
          {goal.kind === 'watch' && (
            <span>
              Watched {span(flight.secondsInGoal)} of {span(goal.seconds)}
            </span>
          )}
          <output aria-label="Pointing">{pointingInWords(flight.pointing)}</output>
        </p>
        <p role="status" className={hasJustBurnt(flight) ? 'burnt just' : 'burnt'}>
          {targetBurnInWords(flight)}
        </p>
      </div>
      <div className="row" role="group" aria-label="Point the sensor">
        {TURNS.map(({ label, sign, angle, direction }) => (
          <button
            key={label}
            type="button"
            aria-label={label}
            title={label}
            onClick={() => session.turnSensor(angle, direction)}
          >
            {sign}
          </button>
        ))}
        <button type="button" onClick={() => session.aimSensor()}>
          At target
        </button>
      </div>
    </section>
  );
}

/** Part of an orbital period in which a burn of the target is highlighted. */
const HIGHLIGHTED = 0.1;

const hasJustBurnt = ({ targetBurntAt, elapsed, scenario }: Flight): boolean =>
  targetBurntAt !== null && elapsed - targetBurntAt < HIGHLIGHTED * scenario.orbit.period;
