import { type Preset, PRESETS, presetOf } from '../play/presets.js';
import type { SandboxData } from '../play/sandbox.js';

/** Selects a preset, and shows what it teaches until the data change. */
export function PresetField({ data, onChoose }: { data: SandboxData; onChoose: (preset: Preset) => void }) {
  const chosen = presetOf(data);
  return (
    <div className="preset">
      <label className="field">
        Preset
        <select
          value={chosen?.title ?? ''}
          onChange={({ target }) => onChoose(PRESETS.find(({ title }) => title === target.value)!)}
        >
          <option value="" disabled>
            Choose a preset
          </option>
          {PRESETS.map(({ title, teaches }) => (
            <option key={title} value={title}>
              {title}: {teaches}
            </option>
          ))}
        </select>
      </label>
      <p role="status" className="note">
        {chosen ? `${chosen.title}: ${chosen.teaches}.` : 'Your own start state.'}
      </p>
    </div>
  );
}
