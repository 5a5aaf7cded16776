import { SelectField } from '../../../shared/ui/fields.js';

export interface Choice {
  id: string;
  /** Label in the list. */
  title: string;
}

/** A filter of the board: its choices, the selected one, and its texts. */
export interface BoardFilter {
  label: string;
  all: string;
  choices: readonly Choice[];
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
}

const ALL = 'all';

/** The filters of the board, as select fields. */
export function BoardFilters({ filters }: { filters: readonly BoardFilter[] }) {
  return filters.map(({ label, all, choices, selected, onSelect }) => {
    const known = choices.some(({ id }) => id === selected); // the address may name a choice that no longer exists
    return (
      <SelectField
        key={label}
        label={label}
        value={known && selected ? selected : ALL}
        options={[{ value: ALL, text: all }, ...choices.map(({ id, title }) => ({ value: id, text: title }))]}
        onChange={(value) => onSelect(value === ALL ? undefined : value)}
      />
    );
  });
}
