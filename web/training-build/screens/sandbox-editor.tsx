import { useState } from 'react';
import { NEW_SANDBOX, type OpenSandbox, type SandboxData } from '../play/sandbox.js';
import type { Game } from './app.js';

interface SandboxEditorProps {
  game: Game;
  open: OpenSandbox | null;
  onFly: (sandbox: OpenSandbox) => void;
  onLeave: () => void;
}

const AXES = ['Radial', 'Along track', 'Cross-track'] as const;

/** Where a free flight begins, and saving it. */
export function SandboxEditor({ game, open, onFly, onLeave }: SandboxEditorProps) {
  const [sandbox, setSandbox] = useState<OpenSandbox>(open ?? NEW_SANDBOX);
  const [state, setState] = useState<{ busy: boolean; text: string; failed?: boolean }>({ busy: false, text: '' });
  const { data } = sandbox;
  const change = (part: Partial<SandboxData>): void => setSandbox({ ...sandbox, data: { ...data, ...part } });
  const save = async (): Promise<void> => {
    setState({ busy: true, text: 'Saving...' });
    try {
      const { id, title, version } = sandbox;
      const saved = id
        ? await game.api.saveSandbox(id, title, data, version)
        : await game.api.createSandbox(title, data);
      setSandbox({ ...sandbox, id: saved.id, version: saved.version });
      setState({ busy: false, text: 'Saved.' });
    } catch (error) {
      setState({ busy: false, failed: true, text: error instanceof Error ? error.message : 'Could not be saved.' });
    }
  };
  const component = (kind: 'position' | 'velocity', axis: number, value: number): void => {
    const vector = data.start[kind].map((before, index) => (index === axis ? value : before)) as unknown as [
      number,
      number,
      number,
    ];
    change({ start: { ...data.start, [kind]: vector } });
  };
  return (
    <main className="screen sheet">
      <p className="kicker">Sandbox</p>
      <label className="field">
        Title
        <input
          value={sandbox.title}
          maxLength={100}
          onChange={(event) => setSandbox({ ...sandbox, title: event.target.value })}
        />
      </label>
      <label className="field">
        Orbit of the target
        <select value={data.orbit} onChange={(event) => change({ orbit: event.target.value as SandboxData['orbit'] })}>
          <option value="low">Low orbit</option>
          <option value="geostationary">Geostationary orbit</option>
        </select>
      </label>
      {(['position', 'velocity'] as const).map((kind) => (
        <fieldset key={kind} className="row">
          <legend>{kind === 'position' ? 'Start, metres from the target' : 'Velocity, metres a second'}</legend>
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
      <p role="status" className={state.failed ? 'problem' : 'note'}>
        {state.text}
      </p>
      <div className="row end">
        <button type="button" onClick={onLeave}>
          Menu
        </button>
        <button type="button" disabled={state.busy || sandbox.title.trim() === ''} onClick={() => void save()}>
          Save
        </button>
        <button type="button" className="main" onClick={() => onFly(sandbox)}>
          Fly
        </button>
      </div>
    </main>
  );
}

interface NumberFieldProps {
  label: string;
  step: number;
  value: number;
  onChange: (value: number) => void;
}

function NumberField({ label, step, value, onChange }: NumberFieldProps) {
  return (
    <label className="field">
      {label}
      <input
        type="number"
        step={step}
        value={value}
        onChange={(event) => onChange(Number.isFinite(event.target.valueAsNumber) ? event.target.valueAsNumber : 0)}
      />
    </label>
  );
}
