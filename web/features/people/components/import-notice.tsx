import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { UserImport } from '../../../../api/contracts/user-import.contract.js';
import { userImportMessages as messages } from '../user-import.messages.js';
import { ImportProgress } from './import-progress.js';

/** Notice above the list while an import runs, for users who closed its dialog or reloaded the page. */
export default function ImportNotice({ run, onShow }: { run: UserImport; onShow: () => void }) {
  return (
    <Alert
      severity="info"
      role="region"
      aria-label={messages.run.region}
      sx={{ '& .MuiAlert-message': { flex: 1 } }}
      action={
        <Button color="inherit" size="small" onClick={onShow}>
          {messages.run.show}
        </Button>
      }
    >
      <ImportProgress run={run} />
    </Alert>
  );
}
