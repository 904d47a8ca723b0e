import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';

/** What the person chose; `system` follows the operating system. */
export type ThemeChoice = 'system' | 'light' | 'dark';
export type ThemeName = 'light' | 'dark';

const STORED = 'govcrawler.theme';
const DARK = window.matchMedia('(prefers-color-scheme: dark)');

export interface ThemeMode {
  choice: ThemeChoice;
  name: ThemeName;
  choose: (choice: ThemeChoice) => void;
}

export const ThemeModeContext = createContext<ThemeMode | null>(null);

export function useThemeMode(): ThemeMode {
  const mode = useContext(ThemeModeContext);
  if (!mode) throw new Error('useThemeMode needs a ThemeModeContext above it');
  return mode;
}

/** The choice of this browser; whoever never chose follows the system, also when it changes at dusk. */
export function useStoredThemeMode(): ThemeMode {
  const [choice, setChoice] = useState(readChoice);
  const systemDark = useSyncExternalStore(watchSystem, () => DARK.matches);
  const name: ThemeName = choice === 'system' ? (systemDark ? 'dark' : 'light') : choice;
  useEffect(() => {
    document.documentElement.dataset['theme'] = name;
  }, [name]);
  const choose = (next: ThemeChoice): void => {
    localStorage.setItem(STORED, next);
    setChoice(next);
  };
  return { choice, name, choose };
}

function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(STORED);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function watchSystem(onChange: () => void): () => void {
  DARK.addEventListener('change', onChange);
  return () => DARK.removeEventListener('change', onChange);
}
