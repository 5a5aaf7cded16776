import Skeleton from '@mui/material/Skeleton';
import classPage from '../../../shared/ui/class-page.module.css';
import { Loading } from '../../../shared/ui/loading.js';

const ROWS = Array.from({ length: 12 }, (_, row) => row);

/** The shape of the page while it loads. */
export function GradebookSkeleton() {
  return (
    <div className={classPage.page}>
      <div aria-hidden="true">
        <Skeleton width="min(340px, 70%)" height={34} />
        <Skeleton width="min(220px, 50%)" height={24} />
      </div>
      <Loading />
      <div aria-hidden="true" className={classPage.skeleton}>
        {ROWS.map((row) => (
          <Skeleton key={row} variant="rectangular" height={28} />
        ))}
      </div>
    </div>
  );
}
