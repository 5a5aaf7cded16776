import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { lazy, Suspense, type SubmitEvent, useState } from 'react';
import type { BANNER_MESSAGE_LENGTH, BannerMessage } from '../../../../api/contracts/banner.contract.js';
import { ApiError, titleOf } from '../../../shared/api-client/api-error.js';
import { toMoment } from '../../../shared/local-time.js';
import { MomentField } from '../../../shared/ui/moment-field.js';
import { TextArea } from '../../../shared/ui/text-area.js';
import { useMomentField } from '../../../shared/use-moment-field.js';
import { useNow } from '../../../shared/use-now.js';
import { useSetBanner } from '../api/set-banner.js';
import { type BannerDraft, consequencesOf, type DraftProblem, draftProblem, endsAtOnce } from '../banner-draft.js';
import { BannerPreview } from './banner-preview.js';
import styles from './banner-settings.module.css';

const NoEndDialog = lazy(() => import('./no-end-dialog.js'));

/** Written out, because importing the value would bring the contract's schemas along. */
const LONGEST: typeof BANNER_MESSAGE_LENGTH = 2_000;

interface BannerFormProps {
  /** What it begins with. */
  initial: BannerMessage | null;
  onSent: () => void;
}

/** Writes another banner: from when until when, and what it says. */
export function BannerForm({ initial, onSent }: BannerFormProps) {
  const start = useMomentField(initial && new Date(initial.startDate));
  const end = useMomentField(initial && new Date(initial.endDate));
  const [message, setMessage] = useState(initial?.message ?? '');
  const [problem, setProblem] = useState<DraftProblem | null>(null);
  const [asking, setAsking] = useState(false);
  const set = useSetBanner();
  const now = useNow();

  const draft: BannerDraft = { message, start: start.moment, end: end.moment };
  const refused = set.error instanceof ApiError ? set.error.errors : {};
  const isReadable = !start.isMissing && !end.isMissing;
  const ofField = (field: 'start' | 'end') =>
    refused[`${field}Date`] ?? (problem?.field === field ? problem.text : null);
  const edited = () => {
    setProblem(null);
    set.reset();
  };
  const send = () =>
    set.mutate(
      { message, startDate: draft.start && toMoment(draft.start), endDate: draft.end && toMoment(draft.end) },
      { onSuccess: onSent },
    );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = draftProblem(draft);
    setProblem(found);
    if (found || !isReadable || set.isPending) return;
    if (endsAtOnce(draft)) setAsking(true);
    else send();
  };
  return (
    <form noValidate aria-label="Another banner" className={styles.form} onSubmit={submit}>
      <div className={styles.dates}>
        <div className={styles.date}>
          <MomentField label="Start Date" field={start} error={ofField('start')} now={now} mayBePast onEdit={edited} />
        </div>
        <div className={styles.date}>
          <MomentField label="End Date" field={end} error={ofField('end')} now={now} onEdit={edited} />
        </div>
      </div>
      <TextArea
        label="Enter Message"
        value={message}
        rows={4}
        maxLength={LONGEST}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever chose Edit goes on here
        autoFocus={initial !== null}
        error={refused['message']}
        hint={`${message.length.toLocaleString()} of ${LONGEST.toLocaleString()} characters. The bar shows one line, “more info” all of it.`}
        onChange={(next) => {
          setMessage(next);
          edited();
        }}
      />
      <BannerPreview message={message} />
      <div aria-live="polite" className={styles.consequences}>
        {consequencesOf(draft).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {set.error && Object.keys(refused).length === 0 && !asking && (
        <Alert severity="error">{titleOf(set.error) || 'An unknown error occurred'}</Alert>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="contained" disabled={set.isPending}>
          Send
        </Button>
      </div>
      <Suspense>
        {asking && (
          <NoEndDialog pending={set.isPending} error={set.error} onSend={send} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </form>
  );
}
