/**
 * Layout of the scenario block and the flight block: the offset of each number, in doubles from the start of its block. The AssemblyScript
 * module and the TypeScript encoding both import this file, so they cannot differ. A recording can be replayed only with the same layout:
 * increment `LAYOUT_VERSION` with every change of an offset or a code. Units: metres, metres a second, seconds, radians a second; angles in
 * degrees. A vector takes three numbers: radial, along-track, cross-track.
 */
export const LAYOUT_VERSION = 2;

// Scenario block: constant during a flight.
export const VERSION = 0;
export const MEAN_MOTION = 1;
export const ORBIT_RADIUS = 2;
export const STEP = 3;
/** Position and velocity, six numbers. */
export const START = 4;
export const TANK = 10;
export const COOLDOWN = 11;
export const TIME_LIMIT = 12;
export const CONTACT_RADIUS = 13;
export const GOAL_KIND = 14;
/** Radius of a point; the distance of a `leave` goal. */
export const GOAL_RADIUS = 15;
export const GOAL_SPEED = 16;
/** Time for which the goal's condition must be met; `safeSeconds` of a `leave` goal. */
export const GOAL_SECONDS = 17;
export const POINT_COUNT = 18;
/** Three numbers per point. */
export const POINTS = 19;
export const MOST_POINTS = 8;
export const PAR_FUEL = 43;
export const PAR_SECONDS = 44;
export const MAX_SCORE = 45;
export const LIMIT_COUNT = 46;
/** Three numbers per limit: radius, speed, and 1 if it limits the closing speed or 0 if it limits any motion. */
export const LIMITS = 47;
export const MOST_LIMITS = 4;
/** Angle from radial towards along-track at the start of the flight. */
export const SUN_ANGLE = 59;
/** Angle above the plane of the orbit, towards cross-track. */
export const SUN_BETA = 60;
/** 1 when the spacecraft has a sensor. */
export const HAS_SENSOR = 61;
export const SENSOR_HALF_ANGLE = 62;
export const SENSOR_RANGE = 63;
export const SENSOR_GLARE = 64;
export const SENSOR_PHASE = 65;
export const SENSOR_AZIMUTH = 66;
export const SENSOR_ELEVATION = 67;
/** Maximum number of evasive burns of the target; 0 if it does not evade. */
export const EVASION_TIMES = 68;
export const EVASION_RADIUS = 69;
export const EVASION_SPEED = 70;
export const EVASION_CHANGE = 71;
export const MANOEUVRE_COUNT = 72;
/** Four numbers per scheduled burn of the target: time, and the change of its velocity. */
export const MANOEUVRES = 73;
export const MOST_MANOEUVRES = 8;
export const SCENARIO_SIZE = 105;

// Flight block: decided at whole steps.
/** Position and velocity, six numbers. */
export const STATE = 0;
export const ELAPSED = 6;
export const FUEL_USED = 7;
export const BURNS = 8;
export const COOL_AT = 9;
export const HELD = 10;
export const VISITED = 11;
export const NEAREST = 12;
/** One number per frame, in the order of their codes. */
export const OBSERVED = 13;
/** Frames of reference: codes 0 to 2. */
export const FRAME_COUNT = 3;
export const MISSED = 16;
export const PROGRESS = 17;
export const OUTCOME = 18;
export const AZIMUTH = 19;
export const ELEVATION = 20;
export const CONTACT = 21;
export const MANOEUVRES_DONE = 22;
export const EVASIONS_DONE = 23;
/** Time of the target's last burn; negative before its first burn. */
export const TARGET_BURNT_AT = 24;
/**
 * For a `leave` goal: the time at which the coasting path comes back; Infinity if it stays away, 0 while that is unknown.
 */
export const RETURNS_AT = 25;
// Readings: computed from the numbers above, for display only.
export const FUEL_LEFT = 26;
/** Speed limit at the current position; Infinity outside of all limits. */
export const LIMIT_SPEED = 27;
export const LIMIT_IS_NEAR = 28;
/** Direction to the Sun, length 1. */
export const SUN = 29;
export const IS_IN_SHADOW = 32;
export const FLIGHT_SIZE = 33;

// Score block.
export const SCORE_POINTS = 0;
export const SCORE_PASSED = 1;
export const SCORE_FUEL = 2;
export const SCORE_TIME = 3;
export const SCORE_QUALITY = 4;
export const SCORE_SIZE = 5;

// Prediction block: the closest approach, then three numbers per point of the path.
export const CLOSEST_DISTANCE = 0;
/** Seconds from the start of the path. */
export const CLOSEST_AFTER = 1;
export const PATH = 2;
export const MOST_PATH_POINTS = 2048;

// Codes of goals.
export const GOAL_FREE = 0;
export const GOAL_HOLD = 1;
export const GOAL_KEEP = 2;
export const GOAL_VISIT = 3;
export const GOAL_LEAVE = 4;
export const GOAL_OBSERVE = 5;
export const GOAL_WATCH = 6;

// Codes of outcomes.
export const FLYING = 0;
export const GOAL_REACHED = 1;
export const OUT_OF_FUEL = 2;
export const TOO_FAST = 3;
export const COLLISION = 4;
export const OUT_OF_TIME = 5;
export const DRIFTED_AWAY = 6;

// Codes of the reasons why a burn is rejected.
export const NOT_REFUSED = 0;
export const REFUSED_OVER = 1;
export const REFUSED_NOTHING = 2;
export const REFUSED_COOLING = 3;
export const REFUSED_FUEL = 4;

// Codes of the sensor contact.
export const NO_SENSOR = 0;
export const IN_VIEW = 1;
export const IN_SHADOW = 2;
export const TOO_FAR = 3;
export const OUTSIDE_FIELD = 4;
export const IN_GLARE = 5;
export const WRONG_SIDE = 6;
