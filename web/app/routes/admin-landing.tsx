import { Welcome } from '../../shared/ui/welcome.js';
import { framesMessages as messages } from '../frames.messages.js';

export default function AdminLanding() {
  return <Welcome title={messages.adminWelcome}>{messages.adminWelcomeHelp}</Welcome>;
}
