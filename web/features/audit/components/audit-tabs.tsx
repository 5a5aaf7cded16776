import { ViewTabs } from '../../../shared/ui/view-tabs.js';

export type AuditView = 'changes' | 'security';

/** Links between what was changed and what was refused. */
export function AuditTabs({ current }: { current: AuditView }) {
  return (
    <ViewTabs
      label="Audit views"
      tabs={[
        { label: 'Changes', to: '/admin/audit', current: current === 'changes' },
        { label: 'Security', to: '/admin/audit?view=security', current: current === 'security' },
      ]}
    />
  );
}
