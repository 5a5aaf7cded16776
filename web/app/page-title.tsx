import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { clientConfig } from '../shared/config/client-config.js';
import { paths } from './paths.js';

/** The product's name, with ' - Admin Panel' on admin paths (product §2). */
export function PageTitle() {
  const { pathname } = useLocation();
  const admin = pathname === paths.admin.pattern || pathname.startsWith(`${paths.admin.pattern}/`);
  const title = `${clientConfig().productName}${admin ? ' - Admin Panel' : ''}`;
  // not a <title> element: the page has one already, and browsers show the first
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
