import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';

export interface CampaignChoice {
  id: string;
  title: string;
}

interface CampaignFilterProps {
  campaigns: readonly CampaignChoice[];
  selected: string | undefined;
  onSelect: (campaignId: string | undefined) => void;
}

/** Narrows the board to one campaign. */
export function CampaignFilter({ campaigns, selected, onSelect }: CampaignFilterProps) {
  return (
    <FormControl size="small" sx={{ minWidth: 200 }}>
      <InputLabel id="board-campaign">Campaign</InputLabel>
      <Select
        labelId="board-campaign"
        label="Campaign"
        // an unknown id in the address must not leave the list without a choice
        value={campaigns.some(({ id }) => id === selected) ? selected : 'all'}
        onChange={({ target }) => onSelect(target.value === 'all' ? undefined : target.value)}
      >
        <MenuItem value="all">All campaigns</MenuItem>
        {campaigns.map(({ id, title }) => (
          <MenuItem key={id} value={id}>
            {title}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}
