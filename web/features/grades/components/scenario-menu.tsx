import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { regradesMessages as messages } from '../regrades.messages.js';
import type { RegradedScenario } from './regrade-dialog.js';

const RegradeDialog = lazyDialog(() => import('./regrade-dialog.js'));
const RegradesDialog = lazyDialog(() => import('./regrades-dialog.js'));

interface ScenarioMenuProps {
  courseId: string;
  sessionId: string;
  scenario: RegradedScenario;
  /** Titles of scenarios by id, for the list of regrades. */
  titles: ReadonlyMap<string, string>;
  place: { top: number; left: number };
  onClose: () => void;
}

/** The actions of a scenario's column: regrade it, and the list of regrades. */
export default function ScenarioMenu({ courseId, sessionId, scenario, titles, place, onClose }: ScenarioMenuProps) {
  const [opened, setOpened] = useState<'regrade' | 'list' | null>(null);
  if (opened === 'regrade') {
    return <RegradeDialog courseId={courseId} sessionId={sessionId} scenario={scenario} onClose={onClose} />;
  }
  if (opened === 'list') return <RegradesDialog courseId={courseId} titles={titles} onClose={onClose} />;
  return (
    <Menu
      open
      anchorReference="anchorPosition"
      anchorPosition={place}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': messages.menu(scenario.scenarioTitle) } }}
    >
      <MenuItem onClick={() => setOpened('regrade')}>{messages.regrade}</MenuItem>
      <MenuItem onClick={() => setOpened('list')}>{messages.list}</MenuItem>
    </Menu>
  );
}
