import { debriefMessages as messages } from '../debrief.messages.js';
import styles from './lanes.module.css';

const LEGEND = ['running', 'idle', 'offline', 'help'] as const;

/** What the hatches of lanes mean. */
export const LaneLegend = () => (
  <ul className={styles.legend}>
    {LEGEND.map((kind) => (
      <li key={kind}>
        <i aria-hidden="true" data-kind={kind} /> {messages.lanes.legend[kind]}
      </li>
    ))}
  </ul>
);
