import Skeleton from '@mui/material/Skeleton';
import { Loading } from './loading.js';

const ROWS = Array.from({ length: 8 }, (_, row) => row);

/** Placeholder in the shape of a table while it loads. */
export function TableSkeleton() {
  return (
    <div>
      <Loading />
      <div aria-hidden="true">
        {ROWS.map((row) => (
          <Skeleton key={row} variant="rectangular" height={44} sx={{ marginBottom: '1px' }} />
        ))}
      </div>
    </div>
  );
}
