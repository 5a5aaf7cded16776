import {
  AmbientLight,
  DirectionalLight,
  type Group,
  PerspectiveCamera,
  Scene as Picture,
  Vector3,
  type WebGLRenderer,
} from 'three';
import type { Flight, Frame } from '../flight/flight.js';
import type { FlightModule } from '../flight/flight-module.js';
import { hasTarget, type FlightScenario } from '../flight/scenario.js';
import { length, type Vector } from '../flight/state.js';
import { lookAhead, type PredictedPath, predictPath, tickInterval, ticksOf } from '../play/predicted-path.js';
import { Backdrop } from './backdrop.js';
import { CameraControl, type CameraSpace } from './camera-control.js';
import { type Companion, Companions } from './companions.js';
import { Detail } from './detail.js';
import { seenFrom, type TimedPoint, toPicture } from './frames.js';
import { GoalMarks } from './goal-marks.js';
import { PathLine } from './path-line.js';
import { PathMarks } from './path-marks.js';
import { Plume } from './plume.js';
import { rendererFor } from './renderer.js';
import { SensorMarks } from './sensor-marks.js';
import { skyOf, skyOfMenu } from './sky.js';
import { makeSpacecraft, makeTarget } from './spacecraft.js';

/** Maximum number of time ticks on a path. */
const MOST_TICKS = 12;
/** A path that leads farther than this multiple of the current distance is cut off. */
const MOST_AHEAD = 2.5;
/** Extra scale of a rotating picture, which is as high as it is wide. */
const TURNING = 1.8;
const MODEL_SIZE = 0.09;
const NO_BURN: Vector = [0, 0, 0];
const ALONE: readonly Companion[] = [];
/** Maximum number of drawn pixels per pixel of the page; more are not visible. */
const FINEST = 2;
/** Time constant of a change of scale, in seconds. */
const ZOOM_S = 0.25;
/** Brightness of the Sun, and of everything else in sunlight and in the Earth's shadow. */
const SUNSHINE = 3;
const AMBIENT = { lit: 1.1, dark: 2.2 };
/** Relative difference below which the scale has settled. */
const SETTLED = 0.002;

/** Position on the screen, in pixels of the page; null when it is behind the viewer or outside. */
export type OnScreen = { x: number; y: number } | null;

export interface Labels {
  target: OnScreen;
  spacecraft: OnScreen;
}

/** Inputs of a picture. Nothing is drawn while all of them are unchanged. */
interface Shown {
  readonly flight: Flight;
  readonly frame: Frame;
  readonly plan: Vector;
  readonly looks: number;
  readonly size: string;
  readonly backdrop: number;
  readonly companions: readonly Companion[];
}

/** Draws a flight: Earth, target, spacecraft, trail, coasting path and the path after a planned burn. */
export class FlightView {
  readonly cameraControl: CameraControl;
  private readonly renderer: WebGLRenderer;
  private readonly picture = new Picture();
  private readonly backdrop = new Backdrop();
  private readonly detail: Detail;
  private readonly target: Group = makeTarget();
  private readonly spacecraft: Group = makeSpacecraft();
  private readonly companions = new Companions();
  private readonly plume = new Plume();
  private readonly sunshine = new DirectionalLight(0xfff4e0, SUNSHINE);
  private readonly ambient = new AmbientLight(0x6a7c9c, AMBIENT.lit);
  private readonly menuCamera = new PerspectiveCamera(45);
  private readonly was = new PathLine([0.55, 0.75, 1], 'begin');
  private readonly coasting = new PathLine([0.75, 0.85, 1], 'end', { dashed: true });
  private readonly planned = new PathLine([1, 0.72, 0.2], 'end');
  private readonly coastingMarks = new PathMarks(0xbfd9ff);
  private readonly plannedMarks = new PathMarks(0xffb833);
  private marks: GoalMarks | undefined;
  private sensorMarks: SensorMarks | undefined;
  private unit = 1;
  private room: CameraSpace | undefined;
  private shown: Shown | undefined;
  private trailShown = '';
  private labels: Labels = { target: null, spacecraft: null };
  private drawnAt = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    surface: HTMLElement,
    private readonly flightModule: FlightModule,
  ) {
    const { renderer, detail } = rendererFor(canvas);
    this.renderer = renderer;
    this.detail = new Detail(detail);
    this.cameraControl = new CameraControl(surface);
    this.picture.add(this.sunshine, this.ambient, this.target, this.spacecraft, this.plume.mesh);
    this.picture.add(this.companions.group);
    this.picture.add(this.was.line, this.coasting.line, this.planned.line);
    this.picture.add(this.coastingMarks.group, this.plannedMarks.group);
  }

  /** Starts to show another flight. */
  begin(flight: Flight): void {
    if (this.marks) this.picture.remove(this.marks.group);
    this.marks = new GoalMarks(flight.scenario);
    this.picture.add(this.marks.group);
    this.beginSensor(flight.scenario);
    this.unit = this.wantedUnit(flight);
    this.target.visible = hasTarget(flight.scenario);
    this.plume.end();
    this.cameraControl.reset();
    this.shown = undefined;
    this.trailShown = '';
    this.detail.rest();
  }

  /** Sets the area that no instrument covers; the flight is shown there. */
  showIn(room: CameraSpace): void {
    this.room = room;
    this.shown = undefined;
  }

  /** Shows the exhaust of a burn briefly; `change` of velocity in m/s, in the target's axes. */
  showBurn(change: Vector): void {
    this.plume.begin(change, performance.now());
  }

  /** Shows only the rotating Earth, `seconds` after the start: the background of menus. */
  showEarth(seconds: number): void {
    const ratio = this.fit(this.detail.value);
    this.menuCamera.aspect = this.cameraControl.camera.aspect;
    this.renderer.clear();
    this.backdrop.draw(this.renderer, this.menuCamera, skyOfMenu(seconds, this.menuCamera.aspect), ratio);
  }

  dispose(): void {
    this.cameraControl.dispose();
    this.backdrop.dispose();
    this.renderer.dispose();
  }

  /**
   * Draws one picture, unless it would be identical to the last. `plan` is the planned change of velocity; `trail` the past path.
   * `companions` are further flights. Unchanged labels are the same object.
   */
  show(
    flight: Flight,
    frame: Frame,
    plan: Vector,
    trail: readonly TimedPoint[],
    companions: readonly Companion[] = ALONE,
  ): Labels {
    const now = performance.now();
    const wanted = this.wantedUnit(flight) * (frame === 'inertial' ? TURNING : 1);
    const isSettled = Math.abs(wanted / this.unit - 1) < SETTLED;
    const size = `${this.canvas.clientWidth} ${this.canvas.clientHeight} ${window.devicePixelRatio}`;
    const { looks } = this.cameraControl;
    const next: Shown = { flight, frame, plan, looks, size, backdrop: this.backdrop.version, companions };
    if (isSettled && !this.plume.mesh.visible && this.isAsBefore(next)) {
      this.detail.rest();
      this.drawnAt = now;
      return this.labels;
    }
    this.shown = next;
    this.detail.drawnAt(now);
    const ratio = this.fit(this.detail.value);
    const lasted = Math.min(1, (now - this.drawnAt) / 1_000);
    this.drawnAt = now;
    this.unit = isSettled ? wanted : this.unit + (wanted - this.unit) * (1 - Math.exp(-lasted / ZOOM_S));
    this.labels = this.arrange(next, trail);
    this.draw(flight, frame, ratio);
    return this.labels;
  }

  private isAsBefore(next: Shown): boolean {
    const before = this.shown;
    return before !== undefined && (Object.keys(next) as (keyof Shown)[]).every((part) => next[part] === before[part]);
  }

  /** Positions everything in the picture. */
  private arrange({ flight, frame, plan, companions }: Shown, trail: readonly TimedPoint[]): Labels {
    const { n } = flight.scenario.orbit;
    const { unit } = this;
    const own: TimedPoint = { time: flight.elapsed, at: flight.state.position };
    const seen = (point: TimedPoint): Vector => seenFrom(frame, n, point);

    const isOwnFrame = frame === 'spacecraft';
    const targetAt: Vector = isOwnFrame ? seen(own) : [0, 0, 0];
    const ownAt: Vector = isOwnFrame ? [0, 0, 0] : seen(own);
    this.put(this.target, targetAt, 1.6);
    this.put(this.spacecraft, ownAt, 1);
    const turn = (at: Vector): Vector => (frame === 'inertial' ? seen({ time: flight.elapsed, at }) : at);
    this.plume.place(this.spacecraft.position, (change) => toPicture(turn(change)), this.drawnAt);
    this.marks?.place(targetAt, turn, flight.visited, unit);
    this.sensorMarks?.place(flight, { spacecraft: this.spacecraft.position, target: this.target.position }, turn, unit);

    const trailNow = `${frame} ${trail.at(-1)?.time}`;
    if (trailNow === this.trailShown) this.was.moveEnd(seen(own));
    else this.was.show([...trail.map(seen), seen(own)]);
    this.trailShown = trailNow;
    this.companions.place(companions, seen, this.unit, MODEL_SIZE);
    this.showAhead(flight, plan, seen);
    const ratio = this.canvas.width / Math.max(1, this.canvas.clientWidth);
    for (const path of [this.was, this.coasting, this.planned]) path.scaleTo(unit);
    for (const marks of [this.coastingMarks, this.plannedMarks]) marks.scaleTo(unit, ratio);
    return { target: this.onScreen(targetAt), spacecraft: this.onScreen(ownAt) };
  }

  private beginSensor({ sensor }: FlightScenario): void {
    this.sensorMarks?.dispose();
    this.sensorMarks = sensor && new SensorMarks(sensor);
    if (this.sensorMarks) this.picture.add(this.sensorMarks.group);
  }

  /** Shows the predicted paths: time ticks on the path without a burn, the closest approach on both. */
  private showAhead(flight: Flight, plan: Vector, seen: (point: TimedPoint) => Vector): void {
    const { coasting, planned } = lookAhead(flight, plan, this.flightModule);
    this.coasting.show(coasting.path.map(seen));
    this.coastingMarks.show(ticksAlong(coasting.path).map(seen), seen(coasting.closest));
    this.planned.show(planned?.path.map(seen) ?? []);
    this.plannedMarks.show([], planned && seen(planned.closest));
  }

  /** Returns the metres per unit of the picture with which the relevant content fills it. */
  private wantedUnit(flight: Flight): number {
    const { state, scenario } = flight;
    const { goal } = scenario;
    const here = length(state.position);
    // without a destination, the motion itself is the content
    if (goal.kind === 'observe' || goal.kind === 'free') {
      const { path } = predictPath(flight, NO_BURN, this.flightModule);
      const farthest = Math.max(...path.map(({ at }) => length(at)));
      return Math.max(here, Math.min(farthest, here * MOST_AHEAD), 60);
    }
    const goalSize =
      goal.kind === 'visit' ? Math.max(...goal.points.map(length)) : 'point' in goal ? length(goal.point) : 0;
    return Math.max(here, goalSize * 1.15, 60);
  }

  private put(model: Group, at: Vector, size: number): void {
    const [x, y, z] = toPicture(at);
    model.position.set(x / this.unit, y / this.unit, z / this.unit);
    model.scale.setScalar(MODEL_SIZE * size);
  }

  /** Sets the size of the picture; returns the number of drawn pixels per pixel of the page. */
  private fit(detail: number): number {
    const { clientWidth, clientHeight } = this.canvas;
    const ratio = Math.min(window.devicePixelRatio, FINEST) * detail;
    const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (width > 0 && (this.canvas.width !== width || this.canvas.height !== height))
      this.renderer.setSize(width, height, false);
    this.cameraControl.place({ width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) }, this.room);
    return ratio;
  }

  private draw(flight: Flight, frame: Frame, ratio: number): void {
    const { camera } = this.cameraControl;
    const sky = skyOf(flight, frame);
    this.sunshine.position.set(...sky.sun);
    this.sunshine.intensity = SUNSHINE * sky.sunlight;
    this.ambient.intensity = AMBIENT.dark + (AMBIENT.lit - AMBIENT.dark) * sky.sunlight;
    this.renderer.clear();
    this.backdrop.draw(this.renderer, camera, sky, ratio);
    this.renderer.clearDepth();
    this.renderer.render(this.picture, camera);
  }

  private onScreen(at: Vector): OnScreen {
    const [x, y, z] = toPicture(at);
    const point = new Vector3(x / this.unit, y / this.unit, z / this.unit).project(this.cameraControl.camera);
    if (point.z > 1 || Math.abs(point.x) > 1 || Math.abs(point.y) > 1) return null;
    const { clientWidth, clientHeight } = this.canvas;
    return { x: ((point.x + 1) / 2) * clientWidth, y: ((1 - point.y) / 2) * clientHeight };
  }
}

const ticksAlong = (path: PredictedPath): TimedPoint[] =>
  ticksOf(path, tickInterval(path.at(-1)!.time - path[0]!.time, MOST_TICKS));
