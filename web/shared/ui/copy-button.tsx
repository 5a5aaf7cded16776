import { mdiCheck, mdiContentCopy } from '@mdi/js';
import { useState } from 'react';
import { sharedMessages } from '../shared.messages.js';
import { toast } from '../toasts/toasts.atoms.js';
import { IconAction } from './icon-action.js';

/** Button that copies a text to the clipboard and confirms it. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      toast(sharedMessages.copy.done, 'success');
    } catch {
      // refused by the browser: the text can be selected on screen instead
      toast(sharedMessages.copy.refused, 'warning');
    }
  };
  return <IconAction label={label} icon={copied ? mdiCheck : mdiContentCopy} onClick={() => void copy()} />;
}
