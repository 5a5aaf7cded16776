import Button from '@mui/material/Button';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import styles from './gradebook-page.module.css';

interface SelectionBarProps {
  count: number;
  onMenu: (button: HTMLElement) => void;
  onClear: () => void;
}

/** The number of selected cells, with the buttons that decide about them and that clear the selection. */
export function SelectionBar({ count, onMenu, onClear }: SelectionBarProps) {
  const texts = messages.selection;
  return (
    <div role="group" aria-label={texts.label} className={styles.selection} data-screen-only>
      <span role="status">{count > 0 ? texts.count(count) : texts.help}</span>
      {count > 0 && (
        <Button variant="contained" size="small" aria-haspopup="menu" onClick={(event) => onMenu(event.currentTarget)}>
          {texts.decide}
        </Button>
      )}
      <Button size="small" onClick={onClear}>
        {texts.clear}
      </Button>
    </div>
  );
}
