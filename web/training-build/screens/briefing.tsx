import type { PlayedClass } from '../bridge/bridge.js';
import { countsFor } from '../play/played-class.js';
import { goalInWords, limitsInWords } from '../play/words.js';
import type { FlightScenario } from '../flight/scenario.js';
import { MainButton } from './main-button.js';
import { ControlsTable } from './controls-table.js';

export function Briefing({
  scenario,
  played,
  onStart,
  onBack,
}: {
  scenario: FlightScenario;
  played: PlayedClass | null;
  onStart: () => void;
  onBack: () => void;
}) {
  return (
    <main className="screen sheet">
      <p className="kicker">
        {scenario.mode} · {scenario.orbit.name}
      </p>
      <h1>{scenario.title}</h1>
      {scenario.briefing.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <h2>Goal</h2>
      <p className="goal">{goalInWords(scenario.goal)}</p>
      <ul>
        {limitsInWords(scenario).map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
      <p role="status" className="note">
        {countsFor(played)}
      </p>
      <details>
        <summary>Controls</summary>
        <ControlsTable />
      </details>
      <div className="row end">
        <button type="button" onClick={onBack}>
          Back
        </button>
        <MainButton onClick={onStart}>Start</MainButton>
      </div>
    </main>
  );
}
