import { mdiPrinterOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { sharedMessages as messages } from '../shared.messages.js';
import { Icon } from './icon.js';

/** Button that prints the page. */
export function PrintButton() {
  return (
    <Button variant="outlined" startIcon={<Icon path={mdiPrinterOutline} />} onClick={() => window.print()}>
      {messages.print}
    </Button>
  );
}
