import { mdiFileChartOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Icon } from '../../../shared/ui/icon.js';
import { debriefMessages as messages } from '../debrief.messages.js';

/** Button that opens the report of the class. */
export const ReportLink = () => (
  <Button component={Link} to="?view=report" variant="outlined" startIcon={<Icon path={mdiFileChartOutline} />}>
    {messages.report}
  </Button>
);
