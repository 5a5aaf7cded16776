import { useState } from 'react';
import type { ExportFormat } from '../../../../api/contracts/export.contract.js';
import { ChoiceField } from '../../../shared/ui/choice-field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { SelectField } from '../../../shared/ui/select-field.js';
import type { ExportChoice } from '../export-choices.js';
import { ownTimeZone, timeZones } from '../time-zones.js';

interface DownloadDialogProps {
  choices: readonly ExportChoice[];
  onDownload: (path: string) => void;
  onClose: () => void;
}

const FORMATS: readonly { value: ExportFormat; text: string }[] = [
  { value: 'xlsx', text: 'Excel' },
  { value: 'csv', text: 'CSV' },
];

/** Which table, as what, and whose clock its times are told by. */
export default function DownloadDialog({ choices, onDownload, onClose }: DownloadDialogProps) {
  const tables = choices.map(({ label }, index) => ({ value: String(index), text: label }));
  const [table, setTable] = useState('0');
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [zone, setZone] = useState(ownTimeZone);
  return (
    <FormDialog
      title="Download"
      submit="Download"
      pending={false}
      onSubmit={() => {
        onDownload(choices[Number(table)]!.pathOf({ format, zone }));
        onClose();
      }}
      onClose={onClose}
    >
      <ChoiceField label="Table" value={table} choices={tables} onChange={setTable} />
      <ChoiceField label="Format" value={format} choices={FORMATS} onChange={setFormat} />
      <SelectField
        label="Times in UTC and in"
        value={zone}
        options={timeZones().map((name) => ({ value: name, text: name }))}
        onChange={setZone}
      />
    </FormDialog>
  );
}
