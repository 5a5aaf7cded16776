import { useEffect, useState } from 'react';
import type { ResultState } from '../bridge/bridge.js';
import type { Flight } from '../flight/flight.js';
import { scoreOf } from '../flight/score.js';
import { flightAttempt } from '../play/attempts.js';
import type { BegunAttempt } from '../play/begun-attempt.js';
import type { FlightSession } from '../play/flight-session.js';
import { advice, metres, outcomeInWords, span, speed } from '../play/words.js';
import type { Game } from './app.js';
import { MainButton } from './main-button.js';
import { ResultSent } from './result-sent.js';

interface FlightResultProps {
  game: Game;
  session: FlightSession;
  flight: Flight;
  begun: BegunAttempt;
  onAgain: () => void;
  onLeave: () => void;
}

/** Shows outcome and points of a flight, and submits the result immediately. */
export function FlightResult({ game, session, flight, begun, onAgain, onLeave }: FlightResultProps) {
  const [score] = useState(() => scoreOf(flight, game.flightModule));
  const [attempt] = useState(() => {
    const recording = session.recorder.recordingOf(flight, game.flightModule.hash);
    return flightAttempt(flight.scenario, score, recording, begun, new Date());
  });
  const [state, setState] = useState<ResultState | null>(null);
  useEffect(() => {
    const stop = game.bridge.onResult((news) => news.attemptId === attempt.attemptId && setState(news));
    game.bridge.submitResult(attempt);
    return stop;
  }, [game.bridge, attempt]);
  const { maxScore } = flight.scenario;
  return (
    <section className="panel result" aria-label="Result" data-passed={score.passed}>
      <h1>{outcomeInWords(flight.outcome)}</h1>
      <p className="points">
        <strong>{score.points}</strong> of {maxScore}
      </p>
      <dl>
        <Part
          name="Fuel"
          share={score.fuel}
          text={`${speed(flight.fuelUsed)} in ${flight.burns} ${flight.burns === 1 ? 'burn' : 'burns'}`}
          counts={score.passed}
        />
        <Part name="Time" share={score.time} text={span(flight.elapsed)} counts={score.passed} />
        {isMissed(flight) && (
          <Part
            name="Distance"
            share={score.distance}
            text={`${flight.scenario.goal.kind === 'watch' ? 'watched from' : 'missed by'} ${metres(flight.missed)}`}
            counts={score.passed}
          />
        )}
      </dl>
      {advice(flight) && <p>{advice(flight)}</p>}
      <ResultSent state={state} />
      <div className="row end">
        <button type="button" onClick={onLeave}>
          Menu
        </button>
        <MainButton onClick={onAgain}>Fly again</MainButton>
      </div>
    </section>
  );
}

/** Returns whether the goal measures a distance, and the flight has one. */
const isMissed = ({ scenario: { goal }, visited, secondsInGoal }: Flight): boolean =>
  goal.kind === 'watch' ? secondsInGoal > 0 : 'radius' in goal && (goal.kind !== 'visit' || visited > 0);

function Part({ name, share, text, counts }: { name: string; share: number; text: string; counts: boolean }) {
  return (
    <div className="reading">
      <dt>{name}</dt>
      <dd>
        {text}
        {counts && <progress aria-label={`Points for ${name.toLowerCase()}`} value={share} max={1} />}
      </dd>
    </div>
  );
}
