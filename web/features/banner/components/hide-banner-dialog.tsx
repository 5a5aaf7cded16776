import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useSetBanner } from '../api/set-banner.js';

/** Sets a blank message after a confirmation. */
export default function HideBannerDialog({ onClose }: { onClose: () => void }) {
  const set = useSetBanner();
  return (
    <FormDialog
      title="Hide the banner now?"
      submit="Hide Now"
      harm
      action={set}
      onSubmit={() => set.mutate({ message: '' }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>It goes away at once for everybody, and its message and dates are not kept.</p>
    </FormDialog>
  );
}
