import { useEffect, useSyncExternalStore } from 'react';
import { isForFlight } from '../screens/use-keys.js';
import type { Sound } from './sound.js';

/** Switch for sounds, also on the key M. */
export function SoundSwitch({ sound }: { sound: Sound }) {
  const isOn = useSyncExternalStore(sound.subscribe, sound.read);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'm' || event.repeat || !isForFlight(event)) return;
      event.preventDefault();
      sound.switchTo(!sound.read());
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [sound]);
  return (
    <button
      type="button"
      className="icon"
      aria-label="Sound"
      aria-pressed={isOn}
      title={sound.isAvailable ? `Sound is ${isOn ? 'on' : 'off'} (M)` : 'This browser cannot play sounds.'}
      disabled={!sound.isAvailable}
      onClick={() => sound.switchTo(!isOn)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden>
        <path fill="currentColor" d={SPEAKER} />
        <path fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" d={isOn ? WAVES : CROSS} />
      </svg>
    </button>
  );
}

const SPEAKER = 'M3 9v6h4l5 5V4L7 9z';
const WAVES = 'M15 9a4 4 0 0 1 0 6M17.5 6.5a8 8 0 0 1 0 11';
const CROSS = 'M16 9.5l5 5M21 9.5l-5 5';
