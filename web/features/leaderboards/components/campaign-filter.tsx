import { SelectField } from '../../../shared/ui/select-field.js';

export interface CampaignChoice {
  id: string;
  title: string;
}

interface CampaignFilterProps {
  campaigns: readonly CampaignChoice[];
  selected: string | undefined;
  onSelect: (campaignId: string | undefined) => void;
}

const ALL = 'all';

/** Narrows the board to one campaign. */
export function CampaignFilter({ campaigns, selected, onSelect }: CampaignFilterProps) {
  const known = campaigns.some(({ id }) => id === selected); // the address may name one that is gone
  return (
    <SelectField
      label="Campaign"
      value={known && selected ? selected : ALL}
      options={[
        { value: ALL, text: 'All campaigns' },
        ...campaigns.map(({ id, title }) => ({ value: id, text: title })),
      ]}
      onChange={(value) => onSelect(value === ALL ? undefined : value)}
    />
  );
}
