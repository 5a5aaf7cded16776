import { SelectField } from '../../../shared/ui/fields.js';

export interface Choice {
  id: string;
  /** What stands in the list. */
  title: string;
}

/** One way to narrow the board: what there is, what is chosen, and the words for all of it. */
export interface BoardFilter {
  label: string;
  all: string;
  choices: readonly Choice[];
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
}

const ALL = 'all';

/** Narrows the board. */
export function BoardFilters({ filters }: { filters: readonly BoardFilter[] }) {
  return filters.map(({ label, all, choices, selected, onSelect }) => {
    const known = choices.some(({ id }) => id === selected); // the address may name one that is gone
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
