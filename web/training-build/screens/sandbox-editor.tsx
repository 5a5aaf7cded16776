import { useState } from 'react';
import { PlatformError } from '../bridge/platform-api.js';
import { PRESETS } from '../play/presets.js';
import { NEW_SANDBOX, type OpenSandbox, type SandboxData } from '../play/sandbox.js';
import { SandboxSaves } from '../play/sandbox-saves.js';
import type { State, Vector } from '../flight/state.js';
import type { Game } from './app.js';
import { LeaveDialog } from './leave-dialog.js';
import { NumberField } from './number-field.js';
import { SandboxPlot } from './plot/sandbox-plot.js';
import { PresetField } from './preset-field.js';

interface SandboxEditorProps {
  game: Game;
  open: OpenSandbox | null;
  /** Final state of a flight of the sandbox. */
  flownTo: State | undefined;
  onFly: (sandbox: OpenSandbox) => void;
  onLeave: () => void;
}

const AXES = ['Radial', 'Along track', 'Cross-track'] as const;

interface SaveState {
  readonly busy: boolean;
  readonly text: string;
  readonly failed?: boolean;
  /** A newer version was saved elsewhere, so this one can only become a new sandbox. */
  readonly changedElsewhere?: boolean;
}

/** Edits the start of a free flight by preset, handle and number, and saves it. */
export function SandboxEditor({ game, open, flownTo, onFly, onLeave }: SandboxEditorProps) {
  const [sandbox, setSandbox] = useState<OpenSandbox>(open ?? NEW_SANDBOX);
  const [saves] = useState(() => open?.saves ?? new SandboxSaves());
  const [state, setState] = useState<SaveState>({ busy: false, text: '' });
  const [leaving, setLeaving] = useState(false);
  const { data } = sandbox;
  // a drag may continue while the request runs, so each change is based on the newest state
  const change = (part: Partial<SandboxData>): void =>
    setSandbox((now) => ({ ...now, unsaved: true, data: { ...now.data, ...part } }));
  const save = async (id = sandbox.id): Promise<void> => {
    setState({ busy: true, text: 'Saving...' });
    const { title, version } = sandbox;
    try {
      const content = { id, title, data, version };
      const saved = await game.api.saveSandbox(content, saves.keyOf(content));
      setSandbox((now) => ({
        ...now,
        unsaved: now.data !== data || now.title !== title,
        id: saved.id,
        version: saved.version,
      }));
      setState({ busy: false, text: 'Saved.' });
    } catch (error) {
      setState({
        busy: false,
        failed: true,
        changedElsewhere: id !== null && error instanceof PlatformError && error.status === 409,
        text: error instanceof Error ? error.message : 'The sandbox could not be saved. Try again.',
      });
    }
  };
  const component = (kind: 'position' | 'velocity', axis: number, value: number): void => {
    const vector = data.start[kind].map((before, index) => (index === axis ? value : before)) as unknown as Vector;
    change({ start: { ...data.start, [kind]: vector } });
  };
  return (
    <main className="screen sheet sandbox">
      <p className="kicker">Sandbox</p>
      {flownTo && (
        <p>
          <button type="button" onClick={() => change({ start: tidied(flownTo) })}>
            Start where the last flight ended
          </button>
        </p>
      )}
      <label className="field">
        Title
        <input
          value={sandbox.title}
          maxLength={100}
          onChange={(event) => setSandbox((now) => ({ ...now, unsaved: true, title: event.target.value }))}
        />
      </label>
      <PresetField
        data={data}
        onChoose={({ title, data }) =>
          setSandbox((now) => ({ ...now, unsaved: true, data, title: isOwnTitle(now.title) ? now.title : title }))
        }
      />
      <SandboxPlot data={data} module={game.flightModule} onChange={(start) => change({ start })} />
      <label className="field">
        Orbit of the target
        <select value={data.orbit} onChange={(event) => change({ orbit: event.target.value as SandboxData['orbit'] })}>
          <option value="low">Low orbit</option>
          <option value="geostationary">Geostationary orbit</option>
        </select>
      </label>
      {(['position', 'velocity'] as const).map((kind) => (
        <fieldset key={kind} className="row">
          <legend>{kind === 'position' ? 'Start, metres from the target' : 'Velocity, metres per second'}</legend>
          {AXES.map((name, axis) => (
            <NumberField
              key={name}
              label={name}
              step={kind === 'position' ? 10 : 0.01}
              value={data.start[kind][axis]!}
              onChange={(value) => component(kind, axis, value)}
            />
          ))}
        </fieldset>
      ))}
      <div className="row">
        <NumberField
          label="Fuel, m/s"
          step={1}
          value={data.tank}
          onChange={(tank) => change({ tank: Math.max(0, tank) })}
        />
        <NumberField
          label="Cooldown, s"
          step={10}
          value={data.cooldown}
          onChange={(cooldown) => change({ cooldown: Math.max(0, cooldown) })}
        />
      </div>
      <div className="row end">
        {/* beside the pressed button, and always visible */}
        <p role="status" className={state.failed ? 'wide problem' : 'wide note'}>
          {state.text}
        </p>
        {/* leaving during a save would lose the id and version that its answer brings */}
        <button type="button" disabled={state.busy} onClick={sandbox.unsaved ? () => setLeaving(true) : onLeave}>
          Menu
        </button>
        <button type="button" disabled={state.busy || sandbox.title.trim() === ''} onClick={() => void save()}>
          Save
        </button>
        {state.changedElsewhere && (
          <button type="button" onClick={() => void save(null)}>
            Save as a new sandbox
          </button>
        )}
        <button type="button" className="main" disabled={state.busy} onClick={() => onFly({ ...sandbox, saves })}>
          Fly
        </button>
      </div>
      {leaving && (
        <LeaveDialog
          title="Leave without saving?"
          stay="Stay here"
          leave="Leave without saving"
          onStay={() => setLeaving(false)}
          onLeave={onLeave}
        >
          Your changes to this sandbox will be lost.
        </LeaveDialog>
      )}
    </main>
  );
}

/** Returns whether a title was typed instead of taken from a preset. */
const isOwnTitle = (title: string): boolean =>
  title !== NEW_SANDBOX.title && PRESETS.every((preset) => preset.title !== title);

/** Returns a state rounded to the steps of the number fields. */
const tidied = ({ position, velocity }: State): State => ({
  position: position.map((value) => Math.round(value)) as unknown as Vector,
  velocity: velocity.map((value) => Math.round(value * 100) / 100) as unknown as Vector,
});
