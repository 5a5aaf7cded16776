import { useMemo } from 'react';
import { type DebriefMarker, MARKER_KINDS, type MarkerKind } from '../../../../api/contracts/debrief-markers.rule.js';
import { CheckField } from '../../../shared/ui/fields.js';
import { countKinds } from '../marker-filter.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import styles from './time-bar.module.css';

interface MarkerFiltersProps {
  markers: readonly DebriefMarker[];
  hidden: ReadonlySet<MarkerKind>;
  onToggle: (kind: MarkerKind) => void;
}

/** Checkboxes for the kinds of markers that the class has, each with its number. */
export function MarkerFilters({ markers, hidden, onToggle }: MarkerFiltersProps) {
  const counts = useMemo(() => countKinds(markers), [markers]);
  return (
    <fieldset className={styles.filters}>
      <legend className="visually-hidden">{messages.markers.label}</legend>
      {MARKER_KINDS.filter((kind) => counts.has(kind)).map((kind) => (
        <span key={kind} className={styles.kind} data-kind={kind}>
          <CheckField
            label={`${messages.markers.kinds[kind]} (${counts.get(kind)})`}
            checked={!hidden.has(kind)}
            onChange={() => onToggle(kind)}
          />
        </span>
      ))}
    </fieldset>
  );
}
