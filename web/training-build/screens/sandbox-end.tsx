import type { Flight } from '../flight/flight.js';
import { outcomeInWords } from '../play/words.js';
import { MainButton } from './main-button.js';

/** Shown when a flight without a result has ended. */
export const SandboxEnd = ({ flight, onLeave }: { flight: Flight; onLeave: () => void }) => (
  <section className="panel result" aria-label="End of the flight">
    <h2>{outcomeInWords(flight.outcome)}</h2>
    <p>This flight was a sandbox, so it has no result.</p>
    <div className="row end">
      <MainButton onClick={onLeave}>Back</MainButton>
    </div>
  </section>
);
