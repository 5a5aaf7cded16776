/** Overall volume. */
const VOLUME = 0.25;
/** A sound that the browser allows later than this is dropped, because it would no longer match the picture. */
const LATE_MS = 300;
/** Minimum interval of ticks, so that a click that also changes the plan ticks once. */
const TICK_APART_MS = 60;
const NOISE_S = 1;

type Draw = (context: AudioContext, out: AudioNode, at: number) => void;

/** A part of a sound: pitch in hertz, start and duration in seconds. */
interface Tone {
  readonly pitch: number;
  readonly after: number;
  readonly lasts: number;
  readonly volume: number;
  readonly wave: OscillatorType;
}

const tone = (pitch: number, after: number, lasts: number, volume = 0.5, wave: OscillatorType = 'sine'): Tone => ({
  pitch,
  after,
  lasts,
  volume,
  wave,
});

const TICK = [tone(1_400, 0, 0.03, 0.2)];
const WARNING = [tone(740, 0, 0.12, 0.4, 'triangle'), tone(740, 0.2, 0.12, 0.4, 'triangle')];
const REACHED = [tone(523, 0, 0.25), tone(659, 0.14, 0.25), tone(784, 0.28, 0.6)];
const LOST = [tone(330, 0, 0.3, 0.5, 'triangle'), tone(220, 0.24, 0.6, 0.5, 'triangle')];

/**
 * Sounds of the game, synthesized by the browser. They are off until the player switches them on; the setting is stored per person. No
 * method throws, because the game is complete without sound.
 */
export class Sound {
  /** Whether the browser can play sounds. */
  readonly isAvailable = typeof AudioContext === 'function';
  private readonly key: string;
  private isOn: boolean;
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;
  private tickedAt = -Infinity;
  private readonly listeners = new Set<() => void>();

  constructor(userId: string) {
    this.key = `training-build-sound:${userId}`;
    this.isOn = this.isAvailable && stored(this.key) === 'on';
  }

  read = (): boolean => this.isOn;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  switchTo(isOn: boolean): void {
    if (!this.isAvailable) return;
    this.isOn = isOn;
    store(this.key, isOn ? 'on' : 'off');
    for (const listener of this.listeners) listener();
    this.tick();
  }

  /** Plays the engine: louder and longer for a larger change of velocity in m/s. */
  burn(change: number): void {
    const size = Math.sqrt(Math.min(1, change / 2));
    this.play((context, out, at) => {
      const lasts = 0.3 + 0.9 * size;
      const source = context.createBufferSource();
      source.buffer = this.noise ??= makeNoise(context);
      source.loop = true;
      const muffled = context.createBiquadFilter();
      muffled.type = 'lowpass';
      muffled.frequency.value = 320 + 280 * size;
      source
        .connect(muffled)
        .connect(fading(context, at, lasts, 0.5 + 0.5 * size))
        .connect(out);
      source.start(at);
      source.stop(at + lasts);
    });
  }

  /** Plays the warning of a near speed limit. */
  warn(): void {
    this.playTones(WARNING);
  }

  goalReached(): void {
    this.playTones(REACHED);
  }

  goalLost(): void {
    this.playTones(LOST);
  }

  /** Plays the tick of a used control. */
  tick(): void {
    const now = performance.now();
    if (now - this.tickedAt < TICK_APART_MS) return;
    this.tickedAt = now;
    this.playTones(TICK);
  }

  /** Releases the audio device. */
  dispose(): void {
    void this.context?.close().catch(() => undefined);
    this.context = null;
    this.isOn = false;
  }

  private playTones(tones: readonly Tone[]): void {
    this.play((context, out, begin) => {
      for (const { pitch, after, lasts, volume, wave } of tones) {
        const at = begin + after;
        const oscillator = context.createOscillator();
        oscillator.type = wave;
        oscillator.frequency.value = pitch;
        oscillator.connect(fading(context, at, lasts, volume)).connect(out);
        oscillator.start(at);
        oscillator.stop(at + lasts);
      }
    });
  }

  private play(draw: Draw): void {
    if (this.isOn) void this.playNow(draw);
  }

  private async playNow(draw: Draw): Promise<void> {
    const asked = performance.now();
    try {
      const context = (this.context ??= new AudioContext());
      // Browsers allow sound only after a click or a key.
      await context.resume();
      if (this.context !== context || performance.now() - asked > LATE_MS) return;
      draw(context, master(context), context.currentTime);
    } catch {
      // The device has no audio output.
    }
  }
}

function master(context: AudioContext): AudioNode {
  const gain = context.createGain();
  gain.gain.value = VOLUME;
  gain.connect(context.destination);
  return gain;
}

/** Returns a gain that rises within 10 ms and falls to silence at its end, to avoid clicks. */
function fading(context: AudioContext, at: number, lasts: number, volume: number): GainNode {
  const faded = context.createGain();
  faded.gain.setValueAtTime(0, at);
  faded.gain.linearRampToValueAtTime(volume, at + 0.01);
  faded.gain.linearRampToValueAtTime(0, at + lasts);
  return faded;
}

function makeNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate * NOISE_S, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

/** Returns a stored value; null where the browser blocks storage. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The setting lasts until the page is closed.
  }
}
