import { theme, type ThemeConfig } from 'antd';
import { type ThemeName } from './theme-mode.js';

const FONTS =
  '-apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif';

// Darker (lighter at night) than the library's own: as text on their ground they must be readable (AA).
const LIGHT: ThemeConfig['token'] = {
  colorPrimary: '#1554ad',
  colorInfo: '#1554ad',
  colorLink: '#1554ad',
  colorLinkHover: '#0f4489',
  colorTextDescription: 'rgb(0 0 0 / 62%)',
  colorTextPlaceholder: 'rgb(0 0 0 / 58%)',
  colorTextDisabled: 'rgb(0 0 0 / 55%)',
  colorSuccess: '#177332',
  colorWarning: '#9a4a06',
  colorError: '#b42318',
  colorSuccessBg: '#e9f6ec',
  colorSuccessBorder: '#b5dfc0',
  colorWarningBg: '#fff6e5',
  colorWarningBorder: '#f3d9a4',
  colorErrorBg: '#fef1f0',
  colorErrorBorder: '#f6c9c4',
  colorInfoBg: '#e8f0fa',
  colorInfoBorder: '#b9cfec',
};

const DARK: ThemeConfig['token'] = {
  colorPrimary: '#5b9bec',
  colorInfo: '#7fb2f5',
  colorLink: '#8bbaf7',
  colorLinkHover: '#b5d3fb',
  colorBgLayout: '#0e131a',
  colorBgContainer: '#171d26',
  colorBgElevated: '#1f2733',
  colorBorder: '#3d4756',
  colorBorderSecondary: '#2b3442',
  colorText: '#e3e9f0',
  colorTextSecondary: '#b3bdc9',
  colorTextDescription: '#a3aebb',
  colorTextPlaceholder: '#98a3b1',
  colorTextDisabled: '#8e99a7',
  colorSuccess: '#6fce86',
  colorWarning: '#f0b45a',
  colorError: '#ff8f85',
  colorSuccessBg: '#14291b',
  colorSuccessBorder: '#265535',
  colorWarningBg: '#2e2413',
  colorWarningBorder: '#5c471f',
  colorErrorBg: '#341a1a',
  colorErrorBorder: '#6b2f2c',
  colorInfoBg: '#15263c',
  colorInfoBorder: '#274a75',
};

// All pages fit on a screen of 800 pixels.
const MENU = { itemHeight: 32, itemMarginBlock: 2 };

// The light blue of the night carries dark letters, and is lighter still as a letter itself.
const DARK_PARTS: ThemeConfig['components'] = {
  Button: { primaryColor: '#0b1622', dangerColor: '#0b1622' },
  Menu: { ...MENU, itemSelectedColor: '#a9cdfb' },
  Segmented: { trackBg: '#1d2530', itemSelectedBg: '#33404f' },
  Tabs: { itemSelectedColor: '#8bbaf7', itemHoverColor: '#a9cdfb', inkBarColor: '#8bbaf7' },
};

const LIGHT_PARTS: ThemeConfig['components'] = { Menu: MENU, Segmented: { trackBg: '#e6eaf0' } };

// Whoever asked the system for less motion gets none.
const STILL = window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export function antdTheme(name: ThemeName): ThemeConfig {
  return {
    algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: { ...(name === 'dark' ? DARK : LIGHT), borderRadius: 6, fontFamily: FONTS, motion: !STILL },
    components: name === 'dark' ? DARK_PARTS : LIGHT_PARTS,
  };
}
