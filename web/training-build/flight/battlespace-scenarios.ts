import { GEOSTATIONARY, LOW_ORBIT } from './orbit.js';
import type { FlightScenario } from './scenario.js';

const minutes = (count: number): number => count * 60;
const hours = (count: number): number => count * 3_600;

/** Scenarios with an uncooperative target, and a sensor that needs light. */
export const battlespaceScenarios: readonly FlightScenario[] = [
  {
    scenarioId: '0198c0de-0001-7000-8000-000000000013',
    version: 1,
    title: 'Custody of a Manoeuvring Satellite',
    mode: 'Compete',
    orbit: LOW_ORBIT,
    start: { position: [-400, -7_000, 0], velocity: [0, 1.5 * LOW_ORBIT.n * 400, 0] },
    tank: 6,
    cooldown: 120,
    timeLimit: hours(6),
    limits: [{ radius: 500, speed: 1, of: 'closing' }],
    contactRadius: 30,
    goal: { kind: 'watch', seconds: minutes(120) },
    sun: { angle: 20, beta: 25 },
    sensor: { halfAngle: 8, range: 3_000, glare: 30, phase: 180, start: { azimuth: 0, elevation: 0 } },
    manoeuvres: [
      { after: minutes(50), change: [0, -0.5, 0] },
      { after: minutes(115), change: [0.1, -0.4, 0.2] },
      { after: minutes(180), change: [-0.2, 0.5, -0.3] },
    ],
    par: { fuel: 2.8, seconds: hours(4.4) },
    maxScore: 1_000,
    briefing: [
      'Keep a manoeuvring satellite in view. It changes its orbit without warning, and each burn is announced after it has happened. Respond to each burn promptly, or the satellite drifts out of range.',
      'Your sensor sees the target inside its cone, within 3 km, and in sunlight. It sees nothing in the Earth’s shadow, and nothing within 30° of the Sun. Pictures from within 1.5 km count most.',
    ],
  },
  {
    scenarioId: '0198c0de-0001-7000-8000-000000000014',
    version: 1,
    title: 'Sunlit Inspection of an Uncooperative Satellite',
    mode: 'Compete',
    orbit: GEOSTATIONARY,
    start: { position: [-1_000, -18_000, 200], velocity: [0, 1.5 * GEOSTATIONARY.n * 1_000, 0] },
    tank: 5,
    cooldown: minutes(30),
    timeLimit: hours(40),
    limits: [],
    contactRadius: 100,
    goal: { kind: 'watch', seconds: hours(5) },
    sun: { angle: 60, beta: 6 },
    sensor: { halfAngle: 15, range: 2_000, glare: 30, phase: 60, start: { azimuth: 0, elevation: 0 } },
    evasion: { times: 3, radius: 3_000, speed: 0.25, change: 0.4 },
    par: { fuel: 1.3, seconds: hours(15) },
    maxScore: 1_000,
    briefing: [
      'Take pictures of a satellite from its sunlit side, within 2 km. Seen from the satellite, there may be at most 60° between you and the Sun. Within 3 km it burns away from an approach faster than 0.25 m/s, up to three times.',
      'Seen from the satellite, the Sun circles it once a day. So does a spacecraft on an ellipse twice as long as high. Enter such an ellipse on the sunlit side to stay in the light without fuel.',
    ],
  },
];
