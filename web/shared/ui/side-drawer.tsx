import { mdiClose } from '@mdi/js';
import Drawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';
import { entryMessages as messages } from '../entry.messages.js';
import { IconAction } from './icon-action.js';
import styles from './side-drawer.module.css';

interface SideDrawerProps {
  title: string;
  /** Sets the width. */
  className: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Drawer on the right that shows one item of a list. Mount it to open it. */
export function SideDrawer({ title, className, onClose, children }: SideDrawerProps) {
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-label': title, 'aria-modal': 'false' } }}
    >
      <div className={`${styles.drawer} ${className}`}>
        <header className={styles.header}>
          <h2>{title}</h2>
          <IconAction label={messages.close} icon={mdiClose} onClick={onClose} />
        </header>
        {children}
      </div>
    </Drawer>
  );
}
