import { createTheme } from '@mui/material/styles';

/** Touch needs larger buttons than a mouse; so does any window of a phone's width. */
const TOUCH = '@media (pointer: coarse), (max-width: 700px)';
const FORCED_COLORS = '@media (forced-colors: active)';

/** Text and background of the four states, for a component that has a class for each. */
const tonesOf = (component: string) => ({
  [`&.${component}-colorInfo`]: { '--tone': 'var(--note)', '--tone-wash': 'var(--note-wash)' },
  [`&.${component}-colorSuccess`]: { '--tone': 'var(--good)', '--tone-wash': 'var(--good-wash)' },
  [`&.${component}-colorWarning`]: { '--tone': 'var(--signal-text)', '--tone-wash': 'var(--signal-wash)' },
  [`&.${component}-colorError`]: { '--tone': 'var(--bad)', '--tone-wash': 'var(--bad-wash)' },
});

/** MUI theme that refers to app/theme.css, which defines every colour and font; it defines no values itself. */
export const muiTheme = createTheme({
  cssVariables: { nativeColor: true, disableCssColorScheme: true },
  colorSchemes: {
    light: {
      palette: {
        primary: {
          main: 'var(--signal)',
          dark: 'var(--signal)',
          light: 'var(--signal)',
          contrastText: 'var(--signal-ink)',
        },
        secondary: { main: 'var(--ink)', dark: 'var(--ink)', light: 'var(--ink)', contrastText: 'var(--panel)' },
        error: { main: 'var(--bad)', dark: 'var(--bad)', light: 'var(--bad)', contrastText: 'var(--panel)' },
        success: { main: 'var(--good)', dark: 'var(--good)', light: 'var(--good)', contrastText: 'var(--panel)' },
        info: { main: 'var(--note)', dark: 'var(--note)', light: 'var(--note)', contrastText: 'var(--panel)' },
        warning: {
          main: 'var(--signal)',
          dark: 'var(--signal)',
          light: 'var(--signal)',
          contrastText: 'var(--signal-ink)',
        },
        text: { primary: 'var(--ink)', secondary: 'var(--ink-soft)', disabled: 'var(--ink-soft)' },
        background: { default: 'var(--floor)', paper: 'var(--raised)' },
        divider: 'var(--line)',
        action: {
          active: 'var(--ink-soft)',
          hover: 'color-mix(in srgb, var(--ink) 7%, transparent)',
          selected: 'color-mix(in srgb, var(--signal) 18%, transparent)',
          focus: 'color-mix(in srgb, var(--signal) 24%, transparent)',
          disabled: 'var(--ink-soft)',
          disabledBackground: 'var(--line)',
        },
      },
    },
  },
  focusVisible: { outlineColor: 'var(--signal)' },
  shape: { borderRadius: 2 },
  typography: {
    fontFamily: 'var(--font-text)',
    fontSize: 13,
    button: { fontFamily: 'var(--font-label)', fontWeight: 600, letterSpacing: '0.03em', textTransform: 'none' },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small' },
      styleOverrides: {
        root: {
          minHeight: 32,
          paddingInline: 14,
          [TOUCH]: { minHeight: 44 },
        },
        outlined: { borderColor: 'var(--line-strong)', color: 'var(--ink)' },
        text: { color: 'var(--ink)' },
      },
    },
    MuiIconButton: {
      styleOverrides: {
        // The bar at the top is lower on a phone in landscape.
        sizeMedium: { [TOUCH]: { minWidth: 44, minHeight: 'min(44px, var(--bar-height))' } },
        sizeSmall: {
          width: 32,
          height: 32,
          padding: 0,
          border: '1px solid transparent',
          borderRadius: 'var(--radius)',
          '&:hover': { borderColor: 'var(--line-strong)', background: 'var(--panel)', color: 'var(--ink)' },
          // red only on hover, because every row of a table has one
          '&.MuiIconButton-colorError:not(:hover)': { color: 'var(--ink-soft)' },
          '&.MuiIconButton-colorError:hover': {
            borderColor: 'var(--bad)',
            background: 'var(--bad-wash)',
            color: 'var(--bad)',
          },
          '&.Mui-disabled': { opacity: 0.35 },
          [TOUCH]: { width: 44, height: 44 },
        },
      },
    },
    MuiLink: {
      styleOverrides: {
        root: {
          color: 'var(--signal-text)',
          textDecorationColor: 'currentcolor',
          textUnderlineOffset: 3,
          variants: [
            { props: { color: 'inherit' }, style: { color: 'inherit', textDecorationColor: 'var(--line-strong)' } },
          ],
        },
        button: { verticalAlign: 'baseline', textAlign: 'left', overflowWrap: 'anywhere' },
      },
    },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: {
      // MUI hides the rest of the page from screen readers. `aria-modal` would also silence toasts in VoiceOver.
      defaultProps: { 'aria-modal': false },
      styleOverrides: {
        container: { boxSizing: 'border-box', paddingBottom: 'var(--toast-room)' },
        paper: {
          border: '1px solid var(--line-strong)',
          borderTop: '3px solid var(--signal)',
          boxShadow: 'var(--shadow)',
        },
      },
    },
    MuiDialogTitle: { styleOverrides: { root: { font: '600 1.0625rem/1.3 var(--font-label)', paddingBottom: 8 } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
    MuiMenu: { styleOverrides: { paper: { border: '1px solid var(--line-strong)', boxShadow: 'var(--shadow)' } } },
    MuiMenuItem: { defaultProps: { dense: true }, styleOverrides: { root: { fontSize: 14 } } },
    MuiTooltip: {
      defaultProps: { arrow: true, enterDelay: 300 },
      styleOverrides: {
        tooltip: {
          background: 'var(--console)',
          color: 'var(--console-ink)',
          border: '1px solid var(--console-line)',
          fontSize: 12.5,
        },
        arrow: { color: 'var(--console)' },
      },
    },
    MuiInputBase: {
      styleOverrides: {
        root: {
          minHeight: 38,
          border: '1px solid var(--line-strong)',
          borderRadius: 'var(--radius)',
          background: 'var(--raised)',
          font: '500 0.9375rem/1.3 var(--font-text)',
          '&.Mui-error': { borderColor: 'var(--bad)' },
          '&.Mui-focused': { outline: '2px solid var(--signal)', outlineOffset: 2 },
          // iOS zooms into a focused field with smaller text.
          [TOUCH]: { minHeight: 44, fontSize: '1rem' },
        },
        input: {
          height: 'auto',
          padding: '7px 10px',
          '&::placeholder': { color: 'var(--ink-soft)', opacity: 1 },
          'textarea&': { padding: '7px 10px', resize: 'vertical', lineHeight: 1.5 },
        },
      },
    },
    MuiNativeSelect: {
      styleOverrides: {
        select: {
          '&&&': {
            paddingRight: 34,
            textOverflow: 'ellipsis',
            [FORCED_COLORS]: { appearance: 'auto', paddingRight: 10 },
          },
        },
        // In forced colours, the browser draws the arrow.
        icon: { right: 6, color: 'var(--ink-soft)', [FORCED_COLORS]: { display: 'none' } },
      },
    },
    MuiFormLabel: {
      styleOverrides: {
        root: {
          marginBottom: 5,
          font: '600 0.75rem/1.2 var(--font-label)',
          letterSpacing: '0.03em',
          '&, &.Mui-focused, &.Mui-error': { color: 'var(--ink-soft)' },
        },
      },
    },
    MuiFormHelperText: {
      styleOverrides: { root: { margin: '5px 0 0', fontSize: '0.8125rem', lineHeight: 'inherit' } },
    },
    MuiFormControlLabel: {
      styleOverrides: {
        root: {
          minHeight: 32,
          marginInline: 0,
          gap: 10,
          [TOUCH]: { minHeight: 44 },
          '& input': { width: 18, height: 18, margin: 0, accentColor: 'var(--signal-text)' },
        },
        label: { font: 'inherit', fontWeight: 500 },
      },
    },
    MuiChip: {
      styleOverrides: {
        root: {
          '--tone': 'var(--line-strong)',
          height: 'auto',
          padding: '2px 8px',
          border: '1px solid var(--tone)',
          borderRadius: 'var(--radius)',
          background: 'var(--tone-wash, transparent)',
          font: '600 0.75rem/1.5 var(--font-label)',
          letterSpacing: '0.04em',
          '&:not(.MuiChip-colorDefault)': { color: 'var(--tone)' },
          ...tonesOf('MuiChip'),
        },
        label: { padding: 0 },
      },
    },
    MuiLinearProgress: {
      styleOverrides: { root: { height: 5, borderRadius: 3, background: 'var(--line)' } },
    },
    MuiTable: {
      // Collapsed borders would scroll away from a sticky head.
      styleOverrides: { root: { borderCollapse: 'separate' } },
    },
    MuiTableCell: {
      styleOverrides: {
        root: {
          padding: '6px 12px',
          borderBottom: '1px solid var(--line)',
          font: 'inherit',
          letterSpacing: 'inherit',
          color: 'inherit',
          'tbody th&': { fontWeight: 600 },
          '&.figures': { fontFamily: 'var(--font-figures)' },
        },
        head: {
          color: 'var(--ink-soft)',
          font: '600 0.75rem/1.2 var(--font-label)',
          letterSpacing: '0.03em',
        },
      },
    },
    MuiTableSortLabel: {
      styleOverrides: {
        root: {
          minHeight: 36,
          // Narrow, because a sticky head covers part of the buttons in the row below it.
          gap: 2,
          font: 'inherit',
          letterSpacing: 'inherit',
          '&, &:focus, &.Mui-active': { color: 'inherit' },
          '&:hover': { color: 'var(--ink)' },
          [TOUCH]: { minHeight: 44 },
        },
        icon: { width: 12, height: 12, margin: 0, '.Mui-active > &&': { color: 'var(--signal-text)' } },
      },
    },
    MuiAlert: {
      defaultProps: { variant: 'standard' },
      styleOverrides: {
        root: {
          color: 'var(--ink)',
          border: '1px solid var(--line-strong)',
          borderLeft: '4px solid var(--tone)',
          background: 'var(--tone-wash)',
          alignItems: 'center',
          paddingBlock: 4,
          '& .MuiAlert-icon': { color: 'var(--tone)' },
          ...tonesOf('MuiAlert'),
        },
      },
    },
  },
});
