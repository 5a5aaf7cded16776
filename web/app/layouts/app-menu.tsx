import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Link } from 'react-router-dom';
import { appMessages } from '../app.messages.js';
import { framesMessages as messages } from '../frames.messages.js';
import { paths } from '../paths.js';
import type { Tab } from './tabs.js';

interface AppMenuProps {
  anchor: HTMLElement;
  tabs: readonly Tab[];
  username: string;
  onClose: () => void;
  onLogOut: () => void;
}

/** Menu with the content of the app bar, for small screens. */
export default function AppMenu({ anchor, tabs, username, onClose, onLogOut }: AppMenuProps) {
  return (
    <Menu anchorEl={anchor} open onClose={onClose}>
      {tabs.map(({ label, to }) => (
        <MenuItem key={to} component={Link} to={to} onClick={onClose}>
          {label}
        </MenuItem>
      ))}
      <MenuItem component="a" href={paths.play.to()} target="_blank" rel="noopener" onClick={onClose}>
        {appMessages.pages.play}
      </MenuItem>
      <Divider />
      <MenuItem component={Link} to={paths.account.to()} onClick={onClose}>
        {messages.loggedInAs(username)}
      </MenuItem>
      <MenuItem onClick={onLogOut}>{messages.logOut}</MenuItem>
    </Menu>
  );
}
