import type { UseQueryResult } from '@tanstack/react-query';
import { attemptPoints } from '../../../api/contracts/best-attempt.rule.js';
import type { PlayedClass } from '../bridge/bridge.js';
import type { CatalogueScenario, OwnScore } from '../bridge/platform-api.js';
import { scenarios } from '../flight/scenarios.js';
import type { OpenSandbox } from '../play/sandbox.js';
import { SoundSwitch } from '../sound/sound-switch.js';
import type { Game } from './app.js';
import { FullScreenButton } from './full-screen-button.js';
import type { Platform } from './app.js';
import { Problem } from './problem.js';
import { type Mode, ModeTabs } from './mode-tabs.js';
import { SandboxList } from './sandbox-list.js';

interface MainMenuProps {
  game: Game;
  mode: Mode;
  onMode: (mode: Mode) => void;
  platform: UseQueryResult<Platform>;
  /** Undefined until it is loaded. */
  played: PlayedClass | null | undefined;
  onPlay: (entry: CatalogueScenario) => void;
  /** Called with null for a new sandbox. */
  onSandbox: (sandbox: OpenSandbox | null) => void;
}

export function MainMenu({ game, mode, onMode, platform, played, onPlay, onSandbox }: MainMenuProps) {
  const { data, error, refetch } = platform;
  return (
    <main className="screen menu">
      <header className="menu-head">
        <div>
          <h1>Relative Motion</h1>
          <p>
            {game.startup.userName}
            {game.startup.organization && ` · ${game.startup.organization}`}
            {played !== undefined &&
              (played?.sessionId ? ` · results count for ${played.name}` : ' · practice, no class is running')}
          </p>
        </div>
        <div className="row">
          <SoundSwitch sound={game.sound} />
          <FullScreenButton />
          <button type="button" onClick={() => game.bridge.logOut()}>
            Log out
          </button>
          <button type="button" onClick={() => game.bridge.quit()}>
            Quit
          </button>
        </div>
      </header>
      <ModeTabs mode={mode} onChange={onMode} />
      {error && <Problem error={error} onRetry={refetch} />}
      <div role="tabpanel" aria-label={mode}>
        {mode === 'Sandbox' ? (
          <SandboxList api={game.api} onOpen={onSandbox} />
        ) : (
          <Campaigns
            entries={data?.catalogue.filter(({ gameMode }) => gameMode === mode)}
            scores={data?.scores}
            onPlay={onPlay}
          />
        )}
      </div>
    </main>
  );
}

interface CampaignsProps {
  entries: readonly CatalogueScenario[] | undefined;
  scores: readonly OwnScore[] | undefined;
  onPlay: (entry: CatalogueScenario) => void;
}

function Campaigns({ entries, scores, onPlay }: CampaignsProps) {
  if (!entries) return <p role="status">Loading...</p>;
  const campaigns = [...new Map(entries.map(({ campaignId, campaignTitle }) => [campaignId, campaignTitle]))];
  return campaigns.map(([campaignId, title]) => (
    <section key={campaignId}>
      <h2>{title}</h2>
      <ul className="cards">
        {entries
          .filter((entry) => entry.campaignId === campaignId)
          .map((entry) => (
            <li key={entry.scenarioId}>
              <ScenarioCard
                entry={entry}
                points={bestPoints(scores ?? [], entry.scenarioId)}
                onPlay={() => onPlay(entry)}
              />
            </li>
          ))}
      </ul>
    </section>
  ));
}

function ScenarioCard({
  entry,
  points,
  onPlay,
}: {
  entry: CatalogueScenario;
  /** Null before the first attempt. */
  points: number | null;
  onPlay: () => void;
}) {
  const flight = scenarios.find(({ scenarioId }) => scenarioId === entry.scenarioId);
  const isQuiz = entry.scenarioType === 'Quiz';
  const isPlayable = isQuiz || flight !== undefined;
  const maximum = entry.maxTotalScore + entry.maxQuestionsScore;
  return (
    <button type="button" className="card" data-done={doneOf(points, maximum)} disabled={!isPlayable} onClick={onPlay}>
      <strong>{entry.scenarioTitle}</strong>
      <span>
        {isQuiz ? `Quiz · ${entry.questions.length} questions` : (flight?.orbit.name ?? 'Not part of this build')}
      </span>
      <span className="best">
        {points === null ? 'Not played yet' : `Best ${points} of ${maximum}`}
        <progress aria-hidden value={points ?? 0} max={Math.max(1, maximum)} />
      </span>
    </button>
  );
}

/** Returns the most points of a scenario; without a running class, the platform returns one score per class. */
function bestPoints(scores: readonly OwnScore[], scenarioId: string): number | null {
  const points = scores.filter((score) => score.scenarioId === scenarioId).map(attemptPoints);
  return points.length === 0 ? null : Math.max(...points);
}

const doneOf = (points: number | null, maximum: number): string | undefined =>
  points === null ? undefined : points >= maximum * 0.9 ? 'well' : 'some';
