import { burnRefusal } from '../flight/flight.js';
import { length } from '../flight/state.js';
import { type FlightSession, type Instruments, STEPS } from '../play/flight-session.js';
import { span, speed } from '../play/words.js';

const DIRECTIONS = [
  { label: 'Forward', sign: '→', axis: 1, direction: 1 },
  { label: 'Backward', sign: '←', axis: 1, direction: -1 },
  { label: 'Away from the Earth', sign: '↑', axis: 0, direction: 1 },
  { label: 'Towards the Earth', sign: '↓', axis: 0, direction: -1 },
  { label: 'To the left', sign: '⊙', axis: 2, direction: 1 },
  { label: 'To the right', sign: '⊗', axis: 2, direction: -1 },
] as const;

/** Where a burn is planned, step by step, and fired. */
export function BurnPad({ now, session }: { now: Instruments; session: FlightSession }) {
  const { plan, flight } = now;
  const refusal = burnRefusal(flight, plan);
  return (
    <section className="panel pad" aria-label="Burn plan">
      <div className="row" role="group" aria-label="Direction">
        {DIRECTIONS.map(({ label, sign, axis, direction }) => (
          <button
            key={label}
            type="button"
            aria-label={label}
            title={label}
            onClick={() => session.planBy(axis, direction)}
          >
            {sign}
          </button>
        ))}
      </div>
      <div className="row" role="group" aria-label="Step">
        {STEPS.map((step) => (
          <button key={step} type="button" aria-pressed={now.step === step} onClick={() => session.setStep(step)}>
            {step}
          </button>
        ))}
        <span className="unit">m/s</span>
      </div>
      <output className="plan" aria-label="Planned burn">
        {length(plan) === 0
          ? 'No burn planned'
          : `${speed(length(plan))} (along ${signed(plan[1])}, radial ${signed(plan[0])}, cross ${signed(plan[2])})`}
      </output>
      <div className="row">
        <button type="button" disabled={length(plan) === 0} onClick={() => session.clearPlan()}>
          Clear
        </button>
        <button type="button" className="main" disabled={refusal !== null || now.paused} onClick={() => session.fire()}>
          {refusal === 'cooling'
            ? `Cooling ${span(flight.coolAt - flight.elapsed)}`
            : refusal === 'fuel'
              ? 'Not enough fuel'
              : 'Burn'}
        </button>
      </div>
    </section>
  );
}

const signed = (value: number): string => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(2)}`;
