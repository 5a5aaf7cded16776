import { GEOSTATIONARY, LOW_ORBIT } from '../flight/orbit.js';
import { length, type Vector } from '../flight/state.js';
import { closedForm } from '../testing/closed-form.js';
import { PRESETS, presetOf } from './presets.js';
import { NEW_SANDBOX } from './sandbox.js';

const preset = (title: string) => PRESETS.find((candidate) => candidate.title === title)!;

/** Returns the position after this many revolutions. */
function after(title: string, turns: number): Vector {
  const { data } = preset(title);
  const { n, period } = data.orbit === 'low' ? LOW_ORBIT : GEOSTATIONARY;
  return closedForm(n, data.start, period * turns).position;
}

const expectNear = (at: Vector, wanted: Vector, metres: number): void =>
  at.forEach((part, axis) => expect(Math.abs(part - wanted[axis]!)).toBeLessThan(metres));

describe('the presets of the sandbox', () => {
  it('have different titles, and a line about what each teaches', () => {
    expect(PRESETS.length).toBeGreaterThanOrEqual(6);
    expect(new Set(PRESETS.map(({ title }) => title)).size).toBe(PRESETS.length);
    for (const { teaches } of PRESETS) expect(teaches).toMatch(/^\w.{20,90}$/);
  });

  it('move as their lines describe', () => {
    expectNear(after('V-bar, 1 km behind', 1), [0, -1_000, 0], 0.001);
    expect(after('R-bar, 500 m below', 0.25)[0]).toBeLessThan(-1_000);
    expect(after('R-bar, 500 m below', 0.25)[1]).toBeGreaterThan(1_000);
    expectNear(after('Football ellipse', 0.25), [0, 400, 0], 1);
    expectNear(after('Football ellipse', 1), [-200, 0, 0], 2);
    expectNear(after('Below and behind, catching up', 0.5), [-500, -4_000 + 750 * Math.PI, 0], 2);
    expectNear(after('Half-turn hop', 0.5), [0, 0, 0], 1);
    expectNear(after('Out-of-plane swing', 0.25), [0, -500, 200], 1);
    expectNear(after('Out-of-plane swing', 0.75), [0, -500, -200], 1);
    expect(after('Geostationary drift', 1)[1]).toBeCloseTo(60_000 - 12_000 * Math.PI, -3);
  });

  it('includes a safety ellipse that stays away from the track', () => {
    for (let turns = 0; turns < 1; turns += 0.01) {
      const [x, , z] = after('Safety ellipse', turns);
      expect(length([x, 0, z])).toBeGreaterThan(95);
    }
  });

  it('are recognised until the data change', () => {
    expect(presetOf(NEW_SANDBOX.data)?.title).toBe('V-bar, 1 km behind');
    expect(presetOf({ ...NEW_SANDBOX.data, tank: 49 })).toBeUndefined();
  });
});
