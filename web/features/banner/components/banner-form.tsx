import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  BANNER_MESSAGE_LENGTH,
  type BannerMessage,
  type SetBannerRequest,
} from '../../../../api/contracts/banner.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { FormMoment, FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { toMoment } from '../../../shared/local-time.js';
import { momentOf, pickedAt, type PickedMoment, pickedProblem } from '../../../shared/picked-moment.js';
import { useNow } from '../../../shared/use-now.js';
import { useSetBanner } from '../api/set-banner.js';
import { readableNumber } from '../../../shared/locale.js';
import { type BannerDraft, consequencesOf, draftProblem, endsImmediately } from '../banner-draft.js';
import { bannerSettingsMessages } from '../banner-settings.messages.js';
import { BannerPreview } from './banner-preview.js';
import styles from './banner-settings.module.css';

const NoEndDialog = lazyDialog(() => import('./no-end-dialog.js'));

interface BannerFields {
  message: string;
  startDate: PickedMoment;
  endDate: PickedMoment;
}

const draftOf = ({ message, startDate, endDate }: BannerFields): BannerDraft => ({
  message,
  start: momentOf(startDate),
  end: momentOf(endDate),
});

const BannerFields = z
  .object({
    message: z.string().max(BANNER_MESSAGE_LENGTH),
    startDate: z.custom<PickedMoment>(),
    endDate: z.custom<PickedMoment>(),
  })
  .transform((fields, context) => {
    const refuse = (field: keyof BannerFields, message: string | null | undefined) => {
      if (message) context.addIssue({ code: 'custom', path: [field], message });
    };
    const draft = draftOf(fields);
    refuse('startDate', pickedProblem(fields.startDate));
    refuse('endDate', pickedProblem(fields.endDate));
    const problem = context.issues.length === 0 ? draftProblem(draft) : null;
    if (problem) refuse(problem.field === 'start' ? 'startDate' : 'endDate', problem.text);
    return draft;
  });

interface BannerFormProps {
  /** Initial values. */
  initial: BannerMessage | null;
  onSent: () => void;
}

/** Form for a new banner: its message and the time when it is shown. */
export function BannerForm({ initial, onSent }: BannerFormProps) {
  const messages = bannerSettingsMessages.form;
  const [unended, setUnended] = useState<BannerDraft | null>(null);
  const set = useSetBanner();
  const now = useNow();
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: BannerFields,
    values: {
      message: initial?.message ?? '',
      startDate: pickedAt(initial && new Date(initial.startDate)),
      endDate: pickedAt(initial && new Date(initial.endDate)),
    },
    action: set,
  });
  const shown = draftOf(useWatch({ control }) as BannerFields);
  const send = (draft: BannerDraft) => set.mutate(requestOf(draft), { onSuccess: onSent });
  const submit = handleSubmit((draft) => (endsImmediately(draft) ? setUnended(draft) : send(draft)));
  return (
    <form
      noValidate
      aria-label={messages.label}
      aria-busy={set.isPending}
      className={styles.form}
      onSubmit={(event) => void submit(event)}
    >
      <div className={styles.dates}>
        <div className={styles.date}>
          <FormMoment control={control} name="startDate" label={messages.start} now={now} mayBePast />
        </div>
        <div className={styles.date}>
          <FormMoment control={control} name="endDate" label={messages.end} now={now} />
        </div>
      </div>
      <FormText
        control={control}
        name="message"
        label={messages.message}
        rows={4}
        maxLength={BANNER_MESSAGE_LENGTH}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- after Edit, typing continues here
        autoFocus={initial !== null}
        hint={messages.messageHint(readableNumber(shown.message.length), readableNumber(BANNER_MESSAGE_LENGTH))}
      />
      <BannerPreview message={shown.message} />
      <div aria-live="polite" className={styles.consequences}>
        {consequencesOf(shown).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {problem && !unended && <Alert severity="error">{problem}</Alert>}
      <div className={styles.buttons}>
        <Button type="submit" variant="contained" disabled={set.isPending}>
          {messages.submit}
        </Button>
      </div>
      {unended && <NoEndDialog action={set} onSend={() => send(unended)} onClose={() => setUnended(null)} />}
    </form>
  );
}

const requestOf = ({ message, start, end }: BannerDraft): SetBannerRequest => ({
  message,
  startDate: start && toMoment(start),
  endDate: end && toMoment(end),
});
