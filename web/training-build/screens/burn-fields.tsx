import type { Vector } from '../flight/state.js';
import type { FlightSession } from '../play/flight-session.js';
import { NumberField } from './number-field.js';

/** Along-track first, as in `DIRECTIONS` of the burn pad. */
const COMPONENTS = [
  { label: 'Along', axis: 1 },
  { label: 'Radial', axis: 0 },
  { label: 'Cross', axis: 2 },
] as const;

/** Number fields of the planned velocity change, in metres a second. */
export function BurnFields({ plan, session }: { plan: Vector; session: FlightSession }) {
  const set = (axis: number, value: number): void =>
    session.setPlan(plan.map((before, index) => (index === axis ? value : before)) as unknown as Vector);
  return (
    <div className="panel burn-fields" role="group" aria-label="Planned burn, m/s">
      {COMPONENTS.map(({ label, axis }) => (
        <NumberField key={label} label={label} step={0.01} value={plan[axis]} onChange={(value) => set(axis, value)} />
      ))}
    </div>
  );
}
