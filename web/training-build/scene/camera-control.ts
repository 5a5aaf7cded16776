import { PerspectiveCamera } from 'three';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An area of the picture, measured from its upper left corner in pixels of the page. */
export interface CameraSpace extends Size {
  readonly left: number;
  readonly top: number;
}

/** Initial direction of view, in radians. */
const AZIMUTH = 0.35;
const ELEVATION = 0.3;
const HIGHEST = 1.45;
const NEAREST = 0.25;
const FARTHEST = 6;

/** Orbits the camera around the middle of the picture: dragging by touch or mouse, zooming by wheel or pinch. */
export class CameraControl {
  readonly camera = new PerspectiveCamera(45, 1, 0.001, 100);
  /** Counter that changes with every change of view. */
  looks = 0;
  private azimuth = AZIMUTH;
  private elevation = ELEVATION;
  private zoom = 1;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private readonly stop = new AbortController();

  constructor(surface: HTMLElement) {
    const { signal } = this.stop;
    surface.style.touchAction = 'none';
    surface.addEventListener('pointerdown', (event) => this.startDrag(surface, event), { signal });
    surface.addEventListener('pointermove', (event) => this.drag(event), { signal });
    for (const over of ['pointerup', 'pointercancel'] as const)
      surface.addEventListener(over, (event) => void this.pointers.delete(event.pointerId), { signal });
    surface.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
  }

  dispose(): void {
    this.stop.abort();
  }

  /** Positions the camera for a picture of this size, of which only `room` is not covered. */
  place({ width, height }: Size, room: CameraSpace = { left: 0, top: 0, width, height }): void {
    const { camera } = this;
    // the content spans one unit to each side and is wider than high
    const distance = this.zoom * Math.max(2.3, (3.1 * height) / room.width, (1.3 * height) / room.height);
    const flat = Math.cos(this.elevation) * distance;
    camera.position.set(
      Math.sin(this.azimuth) * flat,
      Math.sin(this.elevation) * distance,
      Math.cos(this.azimuth) * flat,
    );
    camera.lookAt(0, 0, 0);
    camera.aspect = width / height;
    const [left, top] = [room.left + (room.width - width) / 2, room.top + (room.height - height) / 2];
    camera.setViewOffset(width, height, -left, -top, width, height);
    camera.updateMatrixWorld();
  }

  /** Resets the view, because the view of the last flight does not suit the next. */
  reset(): void {
    this.looks += 1;
    this.azimuth = AZIMUTH;
    this.elevation = ELEVATION;
    this.zoom = 1;
  }

  zoomBy(factor: number): void {
    this.looks += 1;
    this.zoom = Math.min(FARTHEST, Math.max(NEAREST, this.zoom * factor));
  }

  turnBy(across: number, up: number): void {
    this.looks += 1;
    this.azimuth -= across;
    this.elevation = Math.min(HIGHEST, Math.max(-HIGHEST, this.elevation + up));
  }

  private startDrag(surface: HTMLElement, event: PointerEvent): void {
    surface.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  private drag(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const apart = this.spread();
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size > 1) this.zoomBy(apart / Math.max(1, this.spread()));
    else this.turnBy((event.clientX - before.x) * 0.006, (event.clientY - before.y) * 0.006);
  }

  private spread(): number {
    const [a, b] = [...this.pointers.values()];
    return a && b ? Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) : 1;
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.zoomBy(Math.exp(event.deltaY * 0.001));
  }
}
