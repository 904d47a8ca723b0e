import DesktopOutlined from '@ant-design/icons/es/icons/DesktopOutlined';
import MoonOutlined from '@ant-design/icons/es/icons/MoonOutlined';
import SunOutlined from '@ant-design/icons/es/icons/SunOutlined';
import { Button } from 'antd';
import { useThemeMode, type ThemeChoice } from '../theme/theme-mode.js';

const CHOICES: Record<ThemeChoice, { words: string; icon: React.ReactNode; next: ThemeChoice }> = {
  system: { words: '外观：跟随系统', icon: <DesktopOutlined />, next: 'light' },
  light: { words: '外观：浅色', icon: <SunOutlined />, next: 'dark' },
  dark: { words: '外观：深色', icon: <MoonOutlined />, next: 'system' },
};

/** Goes round the three choices. */
export function ThemeSwitch() {
  const { choice, choose } = useThemeMode();
  const { words, icon, next } = CHOICES[choice];
  return (
    <Button
      type="text"
      icon={icon}
      title={`${words}，点击切换`}
      aria-label={`${words}，点击切换`}
      onClick={() => choose(next)}
    />
  );
}
