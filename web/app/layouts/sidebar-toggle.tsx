import { mdiMenu } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { Icon } from '../../shared/ui/icon.js';
import { framesMessages as messages } from '../frames.messages.js';
import styles from './sidebar-toggle.module.css';

interface SidebarToggleProps {
  sidebarId: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** Button that opens the sidebar on narrow screens; hidden on wide screens, which show the sidebar. */
export function SidebarToggle({ sidebarId, isOpen, onToggle }: SidebarToggleProps) {
  return (
    <IconButton
      className={styles.toggle}
      aria-label={messages.sidebar}
      aria-expanded={isOpen}
      aria-controls={sidebarId}
      color="inherit"
      onClick={onToggle}
    >
      <Icon path={mdiMenu} />
    </IconButton>
  );
}
