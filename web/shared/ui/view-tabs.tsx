import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './view-tabs.module.css';

interface ViewTabsProps {
  label: string;
  /** `badge` follows the label, such as a count. */
  tabs: readonly { label: string; to: string; current: boolean; badge?: ReactNode }[];
}

/** Links between the views of one thing. */
export function ViewTabs({ label, tabs }: ViewTabsProps) {
  return (
    <nav aria-label={label} className={styles.tabs} data-screen-only>
      {tabs.map(({ label, to, current, badge }) => (
        <Link
          key={to}
          ref={current ? intoView : undefined}
          to={to}
          className={styles.tab}
          aria-current={current ? 'page' : undefined}
        >
          {label}
          {badge}
        </Link>
      ))}
    </nav>
  );
}

/** Shows the tab of the page on narrow screens, where the tabs scroll. jsdom cannot scroll. */
function intoView(tab: HTMLAnchorElement | null): void {
  if (tab && 'scrollIntoView' in tab) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
