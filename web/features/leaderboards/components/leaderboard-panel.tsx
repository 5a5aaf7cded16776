import { lazy, Suspense } from 'react';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import { Loading } from '../../../shared/ui/loading.js';
import { useLeaderboard } from '../use-leaderboard.js';
import { CampaignFilter, type CampaignChoice } from './campaign-filter.js';
import { LeaderboardTable } from './leaderboard-table.js';
import styles from './leaderboard.module.css';

const ScoreChart = lazy(() => import('./score-chart.js'));

interface LeaderboardPanelProps {
  sessionId: string;
  title: string;
  /** Whose board it is. */
  subtitle: string | undefined;
  headingLevel?: 'h1' | 'h2';
  campaigns: readonly CampaignChoice[];
  campaignId: string | undefined;
  onCampaign: (campaignId: string | undefined) => void;
}

/** The live leaderboard of a class with its chart. */
export function LeaderboardPanel(props: LeaderboardPanelProps) {
  const { sessionId, title, subtitle, headingLevel: Heading = 'h1', campaigns, campaignId, onCampaign } = props;
  const board = useLeaderboard({ sessionId, campaignId });
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.header}>
        <div>
          <Heading>{title}</Heading>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        <LiveSign />
        <CampaignFilter campaigns={campaigns} selected={campaignId} onSelect={onCampaign} />
      </header>
      {board?.frozenAt && <p className={styles.frozen}>The leaderboard is frozen until it is revealed.</p>}
      {!board && <Loading />}
      {board?.topScores.length === 0 && (
        <p className={styles.empty}>No scores yet. Passed Compete scenarios appear here.</p>
      )}
      {board && board.topScores.length > 0 && (
        <div className={styles.board}>
          <LeaderboardTable topScores={board.topScores} me={board.me} />
          <Suspense fallback={<div className={styles.chart} />}>
            <ScoreChart topScores={board.topScores} />
          </Suspense>
        </div>
      )}
    </section>
  );
}
