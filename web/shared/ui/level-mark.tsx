import { mdiAccountVoice, mdiCheckDecagram, mdiEyeCheckOutline } from '@mdi/js';
import type { ResultLevel } from '../../../api/contracts/attempt.contract.js';
import { levelsMessages as messages } from '../levels.messages.js';
import { Chip } from './chip.js';
import { Icon } from './icon.js';

const ICONS: Readonly<Record<ResultLevel, string>> = {
  Reported: mdiAccountVoice,
  Witnessed: mdiEyeCheckOutline,
  Verified: mdiCheckDecagram,
};

/** The level of a result as a word; its sentence is the tooltip, and is read by screen readers. */
export const LevelMark = ({ level }: { level: ResultLevel }) => (
  <span title={messages.sentences[level]}>
    <span className="visually-hidden">{messages.sentences[level]}</span>
    <span aria-hidden="true">
      <Chip tone={level === 'Reported' ? 'plain' : 'good'}>{messages.names[level]}</Chip>
    </span>
  </span>
);

/** The level of a result as an icon, for table cells. */
export const LevelSign = ({ level }: { level: ResultLevel }) => (
  <span role="img" aria-label={messages.sentences[level]} title={messages.sentences[level]}>
    <Icon path={ICONS[level]} sx={{ width: 14, height: 14, marginLeft: '4px', verticalAlign: '-2px' }} />
  </span>
);
