import { useMemo } from 'react';
import { type DebriefMarker, MARKER_KINDS, type MarkerKind } from '../../../../api/contracts/debrief-markers.rule.js';
import { CheckField } from '../../../shared/ui/fields.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import styles from './time-bar.module.css';

interface MarkerFiltersProps {
  markers: readonly DebriefMarker[];
  hidden: ReadonlySet<MarkerKind>;
  onToggle: (kind: MarkerKind) => void;
}

/** Checkboxes for the kinds of markers that the class has, each with its number. */
export function MarkerFilters({ markers, hidden, onToggle }: MarkerFiltersProps) {
  const counts = useMemo(() => {
    const counted = new Map<MarkerKind, number>();
    for (const { kind } of markers) counted.set(kind, (counted.get(kind) ?? 0) + 1);
    return counted;
  }, [markers]);
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
