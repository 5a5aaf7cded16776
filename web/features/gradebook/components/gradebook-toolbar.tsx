import { mdiChartBar, mdiPrinterOutline, mdiSelectMultiple } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { ShowNamesField } from '../../../shared/names/show-names-field.js';
import { Icon } from '../../../shared/ui/icon.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import { SelectField } from '../../../shared/ui/fields.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import styles from './gradebook-page.module.css';

interface GradebookToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  campaigns: readonly { id: string; title: string }[];
  campaign: string | undefined;
  onCampaign: (id: string | undefined) => void;
  onDistribution: () => void;
  /** Whether each click or tap selects a cell; omitted when nothing can be changed. */
  selecting?: { readonly isOn: boolean; readonly toggle: () => void };
  /** More buttons, such as downloads. */
  tools: ReactNode;
}

/** Toolbar of the gradebook: filters, display settings, distribution, downloads and print. */
export function GradebookToolbar(props: GradebookToolbarProps) {
  const texts = messages.toolbar;
  const { search, onSearch, campaigns, campaign, onCampaign, onDistribution, selecting, tools } = props;
  return (
    <div className={styles.toolbar} role="group" aria-label={texts.label}>
      <SearchField value={search} placeholder={texts.searchHint} onSearch={onSearch} />
      <SelectField
        label={texts.campaign}
        value={campaign ?? ''}
        options={[
          { value: '', text: texts.allCampaigns },
          ...campaigns.map(({ id, title }) => ({ value: id, text: title })),
        ]}
        onChange={(id) => onCampaign(id || undefined)}
      />
      <ShowNamesField />
      <div className={styles.tools}>
        <Button variant="outlined" startIcon={<Icon path={mdiChartBar} />} onClick={onDistribution}>
          {texts.distribution}
        </Button>
        {selecting && (
          <Button
            variant="outlined"
            startIcon={<Icon path={mdiSelectMultiple} />}
            aria-pressed={selecting.isOn}
            onClick={selecting.toggle}
          >
            {messages.selection.select}
          </Button>
        )}
        {tools}
        <Button variant="outlined" startIcon={<Icon path={mdiPrinterOutline} />} onClick={() => window.print()}>
          {texts.print}
        </Button>
      </div>
    </div>
  );
}
