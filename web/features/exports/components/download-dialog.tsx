import { z } from 'zod';
import { ExportFormat } from '../../../../api/contracts/export.contract.js';
import { FormChoice, FormSelect } from '../../../shared/forms/form-fields.js';
import { useSendOnce } from '../../../shared/forms/use-send-once.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import type { ExportChoice } from '../export-choices.js';
import { exportsMessages as messages } from '../exports.messages.js';
import { ownTimeZone, timeZones } from '../time-zones.js';

interface DownloadDialogProps {
  choices: readonly ExportChoice[];
  onDownload: (path: string) => void;
  onClose: () => void;
}

const FORMATS: readonly ExportFormat[] = ['xlsx', 'csv'];

const Download = z.object({ table: z.string(), format: ExportFormat, zone: z.string() });

/** Dialog to select the table, the file format and the time zone of its times. */
export default function DownloadDialog({ choices, onDownload, onClose }: DownloadDialogProps) {
  const tables = choices.map(({ label }, index) => ({ value: String(index), text: label }));
  const sendOnce = useSendOnce();
  const { control, handleSubmit } = useSchemaForm({
    schema: Download,
    values: { table: '0', format: 'xlsx', zone: ownTimeZone() },
  });
  const submit = handleSubmit((asked) =>
    sendOnce(asked, async () => {
      onDownload(choices[Number(asked.table)]!.pathOf({ format: asked.format, zone: asked.zone }));
      onClose();
    }),
  );
  return (
    <FormDialog title={messages.download} submit={messages.download} onSubmit={submit} onClose={onClose}>
      <FormChoice control={control} name="table" label={messages.table} choices={tables} />
      <FormChoice
        control={control}
        name="format"
        label={messages.format}
        choices={FORMATS.map((value) => ({ value, text: messages.formats[value] }))}
      />
      <FormSelect
        control={control}
        name="zone"
        label={messages.zone}
        options={timeZones().map((name) => ({ value: name, text: name }))}
      />
    </FormDialog>
  );
}
