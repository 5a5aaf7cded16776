import type { HelpNeeded, HelpRequest } from '../../../../api/contracts/debrief-help.rule.js';
import type { ReportedScenario } from '../../../../api/contracts/debrief-report.rule.js';
import { ReportTable } from '../../../shared/print/report-table.js';
import { clockOf } from '../durations.js';
import type { EventWords } from '../event-words.js';
import { reportMessages } from '../report.messages.js';
import { gradedText } from './report-summary.js';

const MOST_HELP = 20;
const MOST_SCENARIOS = 10;

interface HelpTableProps {
  needed: readonly HelpNeeded[];
  words: EventWords;
  isRecorded: boolean;
}

/** Who needed help where. */
export function HelpTable({ needed, words, isRecorded }: HelpTableProps) {
  const texts = reportMessages.help;
  return (
    <ReportTable
      title={texts.title}
      none={isRecorded ? texts.none : texts.notRecorded}
      columns={[
        { title: texts.student },
        { title: texts.scenario },
        { title: texts.requests, kind: 'figure' },
        { title: texts.waited, kind: 'figure' },
      ]}
      rows={needed.map(({ person, scenario, requests, unanswered, waited }) => ({
        key: `${person} ${scenario}`,
        cells: [
          words.personOf(person),
          <>
            {scenario === null ? texts.noScenario : words.titleOf(scenario)}
            {unanswered > 0 && <small>{texts.unanswered(unanswered)}</small>}
          </>,
          requests,
          clockOf(waited),
        ],
      }))}
      most={MOST_HELP}
      more={texts.more}
    />
  );
}

interface HardestScenariosProps {
  scenarios: readonly ReportedScenario[];
  /** Ids of the scenarios of the recording, which help requests name by their places. */
  places: readonly string[];
  /** Null when no presence was recorded. */
  requests: readonly HelpRequest[] | null;
}

/** The scenarios with the lowest means. */
export function HardestScenarios({ scenarios, places, requests }: HardestScenariosProps) {
  const texts = reportMessages.hardest;
  const asked = (scenarioId: string): number => {
    const place = places.indexOf(scenarioId);
    return requests?.filter(({ scenario }) => scenario === place).length ?? 0;
  };
  return (
    <ReportTable
      title={texts.title}
      none={texts.none}
      columns={[
        { title: texts.scenario },
        { title: texts.percent, kind: 'figure' },
        { title: texts.results, kind: 'extra' },
        { title: texts.failed, kind: 'figure' },
        { title: texts.perStudent, kind: 'extra' },
        ...(requests ? [{ title: texts.help, kind: 'figure' } as const] : []),
      ]}
      rows={scenarios.map(({ scenario, percent, results, failed, attempts }) => ({
        key: scenario.scenarioId,
        cells: [
          <>
            {scenario.scenarioTitle}
            <small>{scenario.campaignTitle}</small>
          </>,
          gradedText(percent),
          results,
          failed,
          (attempts / results).toFixed(1),
          ...(requests ? [asked(scenario.scenarioId)] : []),
        ],
      }))}
      most={MOST_SCENARIOS}
    />
  );
}
