import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CountingPreview, ResultsThatCount } from '../../../../api/contracts/grades.contract.js';
import { CheckField, ChoiceField } from '../../../shared/ui/fields.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { Loading } from '../../../shared/ui/loading.js';
import { countingPreviewQuery, countingQuery, useChangeCounting } from '../grades.api.js';
import { gradesMessages as messages } from '../grades.messages.js';
import styles from './review.module.css';

const CHOICES = ['All', 'Witnessed', 'Verified'] as const satisfies readonly ResultsThatCount[];

interface CountingDialogProps {
  courseId: string;
  onClose: () => void;
}

/** Changes the results that count in a course, after a preview of the consequences. */
export default function CountingDialog({ courseId, onClose }: CountingDialogProps) {
  const texts = messages.counting;
  const { data: setting } = useQuery(countingQuery(courseId));
  const [chosen, setChosen] = useState<ResultsThatCount | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const change = useChangeCounting(courseId);
  const count = chosen ?? setting?.count;
  const isChanged = setting !== undefined && count !== undefined && count !== setting.count;
  const choose = (next: ResultsThatCount): void => {
    setChosen(next);
    setConfirmed(false);
  };
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      action={change}
      disabled={!isChanged || !isConfirmed}
      onSubmit={() => count && change.mutate({ count }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {count === undefined ? (
        <Loading />
      ) : (
        <ChoiceField
          label={texts.label}
          value={count}
          choices={CHOICES.map((value) => ({ value, text: texts.choices[value] }))}
          onChange={choose}
        />
      )}
      {isChanged && (
        <>
          <Preview key={count} courseId={courseId} count={count} />
          <CheckField label={texts.confirm} checked={isConfirmed} onChange={setConfirmed} />
        </>
      )}
    </FormDialog>
  );
}

function Preview({ courseId, count }: { courseId: string; count: ResultsThatCount }) {
  const { data: preview, error } = useQuery(countingPreviewQuery(courseId, count));
  const texts = messages.counting;
  return (
    // Focusable, because it scrolls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="status" tabIndex={0} className={styles.preview}>
      {error && <p>{texts.couldNotPreview}</p>}
      {!error && !preview && <p>{texts.computing}</p>}
      {preview && <Changes preview={preview} />}
    </div>
  );
}

function Changes({ preview }: { preview: CountingPreview }) {
  const { lost, gained, changed, placesTotal, places } = preview;
  const texts = messages.counting;
  if (lost + gained + changed + placesTotal === 0) return <p>{texts.nothing}</p>;
  const placeOf = (place: number | null): string => (place === null ? texts.noPlace : String(place));
  return (
    <>
      {lost > 0 && <p>{texts.lost(lost)}</p>}
      {gained > 0 && <p>{texts.gained(gained)}</p>}
      {changed > 0 && <p>{texts.changed(changed)}</p>}
      {placesTotal > 0 && <p>{texts.places(placesTotal)}</p>}
      <ul>
        {places.map(({ sessionId, sessionName, userId, username, from, to }) => (
          <li key={`${sessionId}:${userId}`}>{texts.place(username, sessionName, placeOf(from), placeOf(to))}</li>
        ))}
      </ul>
    </>
  );
}
