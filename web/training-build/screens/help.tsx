import { Dialog } from './dialog.js';
import { ControlsTable } from './controls-table.js';

/** Marks of the picture and the plot; `look` is the style of a mark. */
const LEGEND: readonly (readonly [look: string, meaning: string])[] = [
  ['coasting', 'dashed: where you coast when you do nothing'],
  ['planned', 'orange: where the planned burn would take you'],
  ['tick', 'dots: your places at round flight times'],
  ['closest', 'small ring: the closest approach to the target'],
  ['was', 'fading: where you came by'],
  ['place', 'green sphere: where you are to be; yellow: the next one'],
  ['limit', 'orange ring: a speed limit begins here, or an evading target burns away from a fast approach'],
  ['cone', 'cone: what the sensor covers; green while the target is in view'],
  ['sun', 'yellow arrow: from the target to the Sun'],
  ['contact', 'red ring: nearer than this is a collision'],
];

/** Help over the paused flight. */
export function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Help" onClose={onClose} answer="Back to the flight">
      <h2>What you see</h2>
      <ul className="legend">
        {LEGEND.map(([look, meaning]) => (
          <li key={look} data-look={look}>
            {meaning}
          </li>
        ))}
      </ul>
      <h2>How things move here</h2>
      <p>
        A burn forward lifts the far side of your orbit: you fall behind. A burn backward lets you overtake. Who is
        lower is faster. Across the track you swing to and fro, once a turn.
      </p>
      <h2>2D plot</h2>
      <p>
        Along-track is to the right; radial or cross-track is up. Drag the orange ring away from your spacecraft to plan
        a burn: ten pixels are one step of the plan. Select a place on the dashed path and warp to it. Time pauses
        there, or earlier when something needs your attention.
      </p>
      <h2>Frames of reference</h2>
      <p>
        Target: seen from the target, which turns with the Earth below. Inertial: seen from space, which does not turn.
        Spacecraft: seen from yourself.
      </p>
      <h2>Controls</h2>
      <ControlsTable />
    </Dialog>
  );
}
