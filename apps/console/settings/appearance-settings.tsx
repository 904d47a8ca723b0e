import { Radio } from 'antd';
import { FullTextSwitch } from './full-text-switch.js';
import { useThemeMode, type ThemeChoice } from '../theme/theme-mode.js';

const THEMES: { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: '跟随系统' },
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
];

export function AppearanceSettings() {
  const { choice, choose } = useThemeMode();
  return (
    <section className="panel settings">
      <div className="setting">
        <div>
          <h2>外观</h2>
          <p className="faint">只影响这台电脑上的浏览器。</p>
        </div>
        <Radio.Group
          optionType="button"
          options={THEMES}
          value={choice}
          onChange={(event) => choose(event.target.value as ThemeChoice)}
        />
      </div>
      <FullTextSwitch />
    </section>
  );
}
