import { length } from '../flight/state.js';
import { type FlightSession, type Instruments, STEPS } from '../play/flight-session.js';
import { signed, span, speed } from '../play/words.js';
import { BurnFields } from './burn-fields.js';

/** Directions in keyboard order; `place` is the grid area in the cross. */
const DIRECTIONS = [
  { label: 'Forward', word: 'forward', sign: '→', place: 'e', axis: 1, direction: 1 },
  { label: 'Backward', word: 'backward', sign: '←', place: 'w', axis: 1, direction: -1 },
  { label: 'Away from the Earth', word: 'away', sign: '↑', place: 'n', axis: 0, direction: 1 },
  { label: 'Towards the Earth', word: 'towards', sign: '↓', place: 's', axis: 0, direction: -1 },
  { label: 'To the left', word: 'left', sign: '↗', place: 'ne', axis: 2, direction: 1 },
  { label: 'To the right', word: 'right', sign: '↙', place: 'sw', axis: 2, direction: -1 },
] as const;

interface BurnPadProps {
  now: Instruments;
  session: FlightSession;
}

/** Controls that plan and fire a burn: by steps and by numbers, with one part for each thumb. */
export function BurnPad({ now, session }: BurnPadProps) {
  return (
    <section className="pad" aria-label="Burn plan">
      <div className="panel cross" role="group" aria-label="Direction">
        {DIRECTIONS.map(({ label, word, sign, place, axis, direction }) => (
          <button
            key={label}
            type="button"
            aria-label={label}
            title={label}
            style={{ gridArea: place }}
            onClick={() => session.planBy(axis, direction)}
          >
            <span className="sign">{sign}</span>
            <span className="word">{word}</span>
          </button>
        ))}
      </div>
      <BurnFields plan={now.plan} session={session} />
      <Firing now={now} session={session} />
    </section>
  );
}

function Firing({ now, session }: BurnPadProps) {
  const { plan, flight, refusal } = now;
  const size = length(plan);
  return (
    <div className="panel firing">
      <div className="row" role="group" aria-label="Step">
        {STEPS.map((step) => (
          <button key={step} type="button" aria-pressed={now.step === step} onClick={() => session.setStep(step)}>
            {step}
          </button>
        ))}
        <span className="unit">m/s</span>
      </div>
      <output className="plan" aria-label="Planned burn">
        {size === 0 ? (
          'No burn planned'
        ) : (
          <>
            {speed(size)}
            <span className="parts">
              {` (along ${signed(plan[1])}, radial ${signed(plan[0])}, cross ${signed(plan[2])})`}
            </span>
          </>
        )}
      </output>
      <div className="row">
        <button type="button" disabled={size === 0} onClick={() => session.clearPlan()}>
          Clear
        </button>
        <button type="button" className="burn" disabled={refusal !== null} onClick={() => session.fire()}>
          {refusal === 'cooling'
            ? `Cooling ${span(flight.coolAt - flight.elapsed)}`
            : refusal === 'fuel'
              ? 'Not enough fuel'
              : 'Burn'}
        </button>
      </div>
    </div>
  );
}
