import { PerspectiveCamera } from 'three';

const HIGHEST = 1.45;
const NEAREST = 0.25;
const FARTHEST = 6;

/** Looks at the middle from any side: dragged with a finger or the mouse, nearer and farther by wheel or pinch. */
export class CameraControl {
  readonly camera = new PerspectiveCamera(45, 1, 0.001, 100);
  private azimuth = 0.35;
  private elevation = 0.3;
  private zoom = 1;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private readonly stop = new AbortController();

  constructor(surface: HTMLElement) {
    const { signal } = this.stop;
    surface.style.touchAction = 'none';
    surface.addEventListener('pointerdown', (event) => this.take(surface, event), { signal });
    surface.addEventListener('pointermove', (event) => this.drag(event), { signal });
    for (const over of ['pointerup', 'pointercancel'] as const)
      surface.addEventListener(over, (event) => void this.pointers.delete(event.pointerId), { signal });
    surface.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
  }

  dispose(): void {
    this.stop.abort();
  }

  /** Puts the camera in its place for a picture of this width to height. */
  place(aspect: number): void {
    const distance = 2.6 * this.zoom * Math.max(1, 1.2 / aspect);
    const flat = Math.cos(this.elevation) * distance;
    this.camera.position.set(
      Math.sin(this.azimuth) * flat,
      Math.sin(this.elevation) * distance,
      Math.cos(this.azimuth) * flat,
    );
    this.camera.lookAt(0, 0, 0);
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  zoomBy(factor: number): void {
    this.zoom = Math.min(FARTHEST, Math.max(NEAREST, this.zoom * factor));
  }

  turnBy(across: number, up: number): void {
    this.azimuth -= across;
    this.elevation = Math.min(HIGHEST, Math.max(-HIGHEST, this.elevation + up));
  }

  private take(surface: HTMLElement, event: PointerEvent): void {
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
