import { boardAt } from '../../../api/contracts/debrief-board.rule.js';
import { type RecordedScenario, scenariosAt } from '../../../api/contracts/debrief-gradebook.rule.js';
import type { DebriefViewProps } from '../../features/debrief/components/debrief-page.js';
import { debriefMessages } from '../../features/debrief/debrief.messages.js';
import { usePlayhead } from '../../features/debrief/use-playhead.js';
import { ProjectedRanks } from '../../features/leaderboards/components/projector-board.js';
import { secondOfDay } from '../../shared/readable-time.js';
import styles from './room-views.module.css';
import { useBoardInUrl } from './use-board-in-url.js';

/** Rows move for some tenths of a second after a change. */
const EVERY_MS = 500;

/** The first places as students saw them, for a whole room. */
export default function RoomBoard({ open, playhead }: DebriefViewProps) {
  const { debrief, axis } = open;
  const { campaignId, scenarioId } = useBoardInUrl();
  const state = debrief.at(debrief.positionAt(axis.timeAt(usePlayhead(playhead, EVERY_MS).offset)));
  const { frozenAt } = state.facts;
  const title = titleOf(scenariosAt(debrief, state), campaignId, scenarioId);
  const places = boardAt(debrief, state, { view: 'students', campaignId, scenarioId });
  const texts = debriefMessages.board;
  return (
    <section className={styles.board} aria-label={debriefMessages.views.board}>
      {title && <h2>{title}</h2>}
      {frozenAt !== null && <p className={styles.note}>{texts.frozen(secondOfDay(frozenAt))}</p>}
      {places.length === 0 ? <p className={styles.empty}>{texts.none}</p> : <ProjectedRanks topScores={places} />}
    </section>
  );
}

/** Returns what the board is narrowed to. */
function titleOf(
  scenarios: readonly RecordedScenario[],
  campaignId: string | undefined,
  scenarioId: string | undefined,
): string {
  const scenario = scenarios.find((each) => each.scenarioId === scenarioId);
  const campaign = scenarios.find((each) => each.campaignId === campaignId);
  return [campaign?.campaignTitle, scenario?.scenarioTitle].filter(Boolean).join(' · ');
}
