import { type ReactNode, useState } from 'react';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Subtitle } from '../../../shared/ui/subtitle.js';
import type { ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { Toggle } from '../../../shared/ui/toggle.js';
import { presenceMessages as messages } from '../presence.messages.js';
import { useMonitor } from '../use-monitor.js';
import { canPlaySound, isHelpSoundOn, switchHelpSound } from '../help-sound.js';
import styles from './class-monitor.module.css';
import { MonitoredClass } from './monitored-class.js';

export interface ScenarioTitle {
  scenarioId: string;
  scenarioShortTitle: string;
}

interface ClassMonitorProps {
  sessionId: string;
  /** Undefined while the class loads. */
  session: ClassSessionDetails | undefined;
  /** The scenarios of the catalogue, in its order. */
  scenarios: readonly ScenarioTitle[];
  /** More buttons in the header. */
  tools?: ReactNode;
}

/** Live overview of a class: which students are online, in which scenario, and who needs help. */
export function ClassMonitor({ sessionId, session, scenarios, tools }: ClassMonitorProps) {
  const { students, failed, retry } = useMonitor(sessionId);
  return (
    <section className={styles.page} aria-label={messages.monitor.title}>
      <header className={styles.header}>
        <div>
          <h1>{messages.monitor.title}</h1>
          <Subtitle text={session?.name} />
        </div>
        <div className={styles.signs}>
          {tools}
          <HelpSoundSwitch />
          <LiveSign />
        </div>
      </header>
      {failed && <LoadFailed what={messages.monitor.theClass} onRetry={retry} />}
      {!failed && !(students && session) && <TableSkeleton />}
      {students && session && <MonitoredClass session={session} scenarios={scenarios} students={students} />}
    </section>
  );
}

/** Switch for the sound of new help requests. Renders nothing in browsers without audio. */
function HelpSoundSwitch() {
  const [isOn, setOn] = useState(isHelpSoundOn);
  if (!canPlaySound()) return null;
  const texts = messages.sound;
  return (
    <Toggle
      label={texts.label}
      tone="quiet"
      checked={isOn}
      words={[texts.on, texts.off]}
      hint={texts.hint}
      onChange={(next) => {
        setOn(next);
        switchHelpSound(next);
      }}
    />
  );
}
