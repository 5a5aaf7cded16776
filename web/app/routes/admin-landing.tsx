import { Welcome } from '../../shared/ui/welcome.js';

export default function AdminLanding() {
  return (
    <Welcome title="Welcome to the Admin Panel">
      Click the nav buttons on the left sidebar to administer different resources.
    </Welcome>
  );
}
