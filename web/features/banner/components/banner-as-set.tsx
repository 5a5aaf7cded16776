import Button from '@mui/material/Button';
import { useState } from 'react';
import type { BannerMessage } from '../../../../api/contracts/banner.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { Chip } from '../../../shared/ui/chip.js';
import { When } from '../../../shared/ui/when.js';
import { useNow } from '../../../shared/use-now.js';
import { isBlank } from '../banner-draft.js';
import { bannerSettingsMessages as messages } from '../banner-settings.messages.js';
import type { BannerPhase } from '../banner-time.js';
import { useBannerPhase } from '../use-banner-phase.js';
import styles from './banner-settings.module.css';

const HideBannerDialog = lazyDialog(() => import('./hide-banner-dialog.js'));

interface BannerAsSetProps {
  banner: BannerMessage | null;
  /** Copies the current banner into the form. */
  onEdit: (banner: BannerMessage) => void;
}

/** The current banner, whether it is visible, and the buttons that edit or hide it. */
export function BannerAsSet({ banner, onEdit }: BannerAsSetProps) {
  const [hiding, setHiding] = useState(false);
  const phase = useBannerPhase(banner);
  const isSet = banner !== null && !isBlank(banner.message);
  return (
    <div className={styles.asSet}>
      <h3>{messages.current}</h3>
      {!isSet && <p className={styles.soft}>{messages.noneSet}</p>}
      {isSet && (
        <>
          <p className={styles.state}>
            <BannerState banner={banner} phase={phase} />
          </p>
          <p className={styles.message}>{banner.message}</p>
          <div className={styles.buttons}>
            <Button variant="outlined" onClick={() => onEdit(banner)}>
              {messages.edit}
            </Button>
            {phase !== 'over' && (
              <Button variant="outlined" color="error" onClick={() => setHiding(true)}>
                {messages.hide}
              </Button>
            )}
          </div>
        </>
      )}
      {hiding && <HideBannerDialog onClose={() => setHiding(false)} />}
    </div>
  );
}

function BannerState({ banner, phase }: { banner: BannerMessage; phase: BannerPhase }) {
  const { phases } = messages;
  const now = useNow();
  const start = <When moment={banner.startDate} now={now} planned />;
  const end = <When moment={banner.endDate} now={now} planned={phase !== 'over'} />;
  switch (phase) {
    case 'planned':
      return (
        <>
          <Chip tone="note">{phases.planned}</Chip> {messages.plannedTimes(start, end)}
        </>
      );
    case 'shown':
      return (
        <>
          <Chip tone="good">{phases.shown}</Chip> {messages.shownTimes(end)}
        </>
      );
    case 'over':
      return (
        <>
          <Chip>{phases.over}</Chip> {messages.overTimes(end)}
        </>
      );
  }
}
