/** Milliseconds per picture above which the motion is not smooth. */
const SLOW_MS = 50;
/** Milliseconds per picture below which there is time for more detail. */
const FAST_MS = 20;
/** Number of pictures, or milliseconds, measured before each change. */
const LOOKED_AT = 20;
const LOOKED_AT_MS = 1_500;
/** Minimum number of pictures for a measurement. */
const LEAST_PICTURES = 3;
/** Pauses longer than this are ignored, because the page was hidden or the computer slept. */
const PAUSE_MS = 5_000;
const LEAST = 0.4;

/** Adapts the resolution of pictures: coarser on a computer that cannot keep up, finer again when it can. */
export class Detail {
  private before: number | undefined;
  private pictures = 0;
  private lasted = 0;

  /** `value` is the share of the screen's own resolution. */
  constructor(public value = 1) {}

  /** Records that a picture is drawn at this time, in milliseconds. */
  drawnAt(now: number): void {
    const lasted = now - (this.before ?? now);
    this.before = now;
    if (lasted === 0 || lasted > PAUSE_MS) return;
    this.pictures += 1;
    this.lasted += lasted;
    const isEnough = this.pictures >= LOOKED_AT || (this.lasted >= LOOKED_AT_MS && this.pictures >= LEAST_PICTURES);
    if (!isEnough) return;
    const mean = this.lasted / this.pictures;
    this.pictures = 0;
    this.lasted = 0;
    // Halves the resolution when far too slow, because each change of size also takes time.
    if (mean > SLOW_MS) this.value = Math.max(LEAST, this.value * (mean > 2 * SLOW_MS ? 0.5 : 0.7));
    else if (mean < FAST_MS) this.value = Math.min(1, this.value * 1.15);
  }

  /** Ignores the next pause, because nothing is drawn while nothing changes. */
  rest(): void {
    this.before = undefined;
  }
}
