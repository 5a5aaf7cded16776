import Button from '@mui/material/Button';
import { useState } from 'react';
import { boardAt } from '../../../api/contracts/debrief-board.rule.js';
import type { DebriefViewProps } from '../../features/debrief/components/debrief-page.js';
import { debriefMessages } from '../../features/debrief/debrief.messages.js';
import { usePlayhead } from '../../features/debrief/use-playhead.js';
import { BoardFilters, type BoardFilter } from '../../features/leaderboards/components/board-filters.js';
import { LeaderboardTable } from '../../features/leaderboards/components/leaderboard-table.js';
import { ShowNamesField } from '../../shared/names/show-names-field.js';
import { secondOfDay } from '../../shared/readable-time.js';
import { EmptyNote } from '../../shared/ui/empty-note.js';
import { useSearchInUrl } from '../../shared/use-search-in-url.js';
import styles from './debrief-views.module.css';
import { GhostBoard } from './ghost-board.js';
import { useBoardFilters } from './use-board-filters.js';
import { useBoardInUrl } from './use-board-in-url.js';

/** Rows move for some tenths of a second after a change. */
const EVERY_MS = 500;
const PLACES = 25;

/** The leaderboard of a class as of the shown moment. */
export default function DebriefBoard({ open, playhead }: DebriefViewProps) {
  const { debrief, axis, ghost } = open;
  const { campaignId, scenarioId } = useBoardInUrl();
  const [address] = useSearchInUrl();
  const filters = [useViewFilter(), ...useBoardFilters()];
  const [all, setAll] = useState(false);
  const view = address.get('board') === 'students' ? 'students' : 'staff';
  const { offset } = usePlayhead(playhead, EVERY_MS);
  const state = debrief.at(debrief.positionAt(axis.timeAt(offset)));
  const { frozenAt, naming } = state.facts;
  const scope = { view, campaignId, scenarioId } as const;
  const places = boardAt(debrief, state, scope);
  const texts = debriefMessages.board;
  return (
    <div className={styles.view}>
      <div className={styles.filters}>
        <BoardFilters filters={filters} />
        {view === 'staff' && <ShowNamesField />}
      </div>
      {frozenAt !== null && (
        <p className={styles.notice}>
          {(view === 'students' ? texts.frozen : texts.frozenStaff)(secondOfDay(frozenAt))}
        </p>
      )}
      {view === 'students' && naming !== 'names' && <p className={styles.notice}>{texts.hidden}</p>}
      {places.length === 0 ? (
        <EmptyNote title={texts.none} />
      ) : (
        <LeaderboardTable places={all ? places : places.slice(0, PLACES)} me={null} around={[]} />
      )}
      {!all && places.length > PLACES && (
        <Button variant="outlined" onClick={() => setAll(true)}>
          {texts.showAll(places.length)}
        </Button>
      )}
      {ghost && <GhostBoard ghost={ghost} offset={offset} scope={scope} />}
    </div>
  );
}

/** The choice between the boards of staff and of students. */
function useViewFilter(): BoardFilter {
  const [address, change] = useSearchInUrl();
  const texts = debriefMessages.board;
  return {
    label: texts.view,
    all: texts.staff,
    choices: [{ id: 'students', title: texts.students }],
    selected: address.get('board') ?? undefined,
    onSelect: (board) => change({ board }),
  };
}
