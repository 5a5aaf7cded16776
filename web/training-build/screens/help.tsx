import { Dialog } from './dialog.js';
import { ControlsTable } from './controls-table.js';

/** Marks of the picture and the plot; `look` is the style of a mark. */
const LEGEND: readonly (readonly [look: string, meaning: string])[] = [
  ['coasting', 'dashed: your path without a burn'],
  ['planned', 'orange: your path with the planned burn'],
  ['tick', 'dots: your positions at round flight times'],
  ['closest', 'small ring: the closest approach to the target'],
  ['was', 'fading: the path that you have flown'],
  ['place', 'green sphere: a goal; yellow sphere: the next goal'],
  ['limit', 'orange ring: inside it, a speed limit applies, or the target burns away from a fast approach'],
  ['cone', 'cone: the sensor’s field of view; green while the target is in view'],
  ['sun', 'yellow arrow: from the target to the Sun'],
  ['contact', 'red ring: inside it, you collide with the target'],
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
      <h2>How spacecraft move</h2>
      <p>
        A burn forward raises the far side of your orbit, so you fall behind. A burn backward lets you overtake. A lower
        orbit is faster. Across the track, you swing from side to side once per orbit.
      </p>
      <h2>2D plot</h2>
      <p>
        Along-track is to the right; radial or cross-track is up. Drag the orange ring away from your spacecraft to plan
        a burn: ten pixels are one step of the plan. Select a position on the dashed path and warp to it. Time pauses
        there, or earlier when something needs your attention.
      </p>
      <h2>Frames of reference</h2>
      <p>
        Target: seen from the target, with the Earth always below. Inertial: seen from space, without rotation.
        Spacecraft: seen from your own spacecraft.
      </p>
      <h2>Controls</h2>
      <ControlsTable />
    </Dialog>
  );
}
