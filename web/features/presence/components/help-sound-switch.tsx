import { useState } from 'react';
import { Toggle } from '../../../shared/ui/toggle.js';
import { canPlaySound, isHelpSoundOn, switchHelpSound } from '../help-sound.js';

/** Switches the sound for new help requests; nothing where the browser cannot play one. */
export function HelpSoundSwitch() {
  const [isOn, setOn] = useState(isHelpSoundOn);
  if (!canPlaySound()) return null;
  return (
    <Toggle
      label="sound when a student asks for help"
      tone="quiet"
      checked={isOn}
      words={['Sound on', 'Sound off']}
      hint="Plays two quiet tones when a student asks for help"
      onChange={(next) => {
        setOn(next);
        switchHelpSound(next);
      }}
    />
  );
}
