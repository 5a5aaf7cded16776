import { SandboxesPage } from '../../features/sandboxes/components/sandboxes-page.js';

export default SandboxesPage;
