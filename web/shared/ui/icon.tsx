import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';

/** Renders a path of @mdi/js as an icon. */
export function Icon({ path, ...props }: SvgIconProps & { path: string }) {
  return (
    <SvgIcon fontSize="small" {...props}>
      <path d={path} />
    </SvgIcon>
  );
}
