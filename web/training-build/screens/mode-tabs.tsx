import { type KeyboardEvent, useRef } from 'react';

export const MODES = ['Learn', 'Compete', 'Sandbox'] as const;
export type Mode = (typeof MODES)[number];

/** Description of each mode. */
const PURPOSES: Readonly<Record<Mode, string>> = {
  Learn: 'Short lessons with hints. Repeat them as often as you like.',
  Compete:
    'Fuel, time and distance count, without hints. Scenarios that you pass appear on the leaderboard of your class.',
  Sandbox: 'Choose any start, and fly without a goal.',
};

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: MODES.length - 1 };

/** Mode tabs. Tab reaches the selected one, and arrow keys the others. */
export function ModeTabs({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step) return;
    const place = (MODES.indexOf(mode) + step) % MODES.length;
    onChange(MODES[place]!);
    list.current?.querySelectorAll('button')[place]?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" tabIndex={-1} aria-label="Game mode" className="row tabs" onKeyDown={press}>
        {MODES.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === mode}
            tabIndex={name === mode ? 0 : -1}
            onClick={() => onChange(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <p className="note">{PURPOSES[mode]}</p>
    </>
  );
}
