/** Keys and their meaning; each also has a button or a gesture. */
const CONTROLS: readonly (readonly [keys: string, meaning: string])[] = [
  ['→ ←', 'plan a burn along the track: forward, backward'],
  ['↑ ↓', 'plan a burn away from the Earth, towards it'],
  ['W S', 'plan a burn across the track: left, right'],
  ['Shift', 'ten steps at once'],
  ['1 2 3', 'step of the plan: 0.01, 0.1, 1 m/s'],
  ['Enter', 'burn as planned'],
  ['Backspace', 'clear the plan'],
  ['A D', 'with a sensor: turn it counterclockwise, clockwise'],
  ['R V', 'with a sensor: turn it to the left, to the right'],
  ['G', 'with a sensor: point it at the target'],
  ['F', 'switch the frame of reference'],
  ['. ,', 'time faster, slower'],
  ['P', 'pause'],
  ['J L', 'in the 2D plot: select an earlier, a later position on your path'],
  ['C', 'in the 2D plot: select the closest approach'],
  ['T', 'in the 2D plot: warp to the selected position, or cancel the warp'],
  ['H', 'help'],
  ['M', 'sound on, off'],
  ['Q E', 'turn the view; also by dragging with the mouse or a finger'],
  ['+ −', 'zoom in, zoom out; also with the wheel or two fingers'],
];

export function ControlsTable() {
  return (
    <table>
      <tbody>
        {CONTROLS.map(([keys, meaning]) => (
          <tr key={keys}>
            <th scope="row">{keys}</th>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
