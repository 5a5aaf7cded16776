import { mdiTune } from '@mdi/js';
import Button from '@mui/material/Button';
import { useSearchParams } from 'react-router-dom';
import { Icon } from '../../../shared/ui/icon.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import styles from './gradebook-page.module.css';

interface ToolsToggleProps {
  isOpen: boolean;
  onToggle: () => void;
}

/** Unfolds filters, tools and legend on a phone, and says whether a folded filter is set. Hidden where there is room for all. */
export function ToolsToggle({ isOpen, onToggle }: ToolsToggleProps) {
  const [address] = useSearchParams();
  const isFiltered = address.has('search') || address.has('campaign');
  return (
    <Button
      variant="outlined"
      size="small"
      className={styles.toggle}
      startIcon={<Icon path={mdiTune} />}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {isFiltered ? messages.toolbar.toolsFiltered : messages.toolbar.tools}
    </Button>
  );
}
