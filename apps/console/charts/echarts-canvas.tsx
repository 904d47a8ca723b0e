import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsCoreOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useThemeMode, type ThemeName } from '../theme/theme-mode.js';

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

export interface ChartProps {
  /** What the chart shows, in words. */
  label: string;
  height: number;
  option: (colours: ChartColours) => EChartsCoreOption;
  /** The name of the bar or cell that was clicked. */
  onPick?: (name: string, seriesName: string) => void;
}

export interface ChartColours {
  ink: string;
  faint: string;
  line: string;
  surface: string;
  primary: string;
  bad: string;
}

const COLOURS: Record<ThemeName, ChartColours> = {
  light: {
    ink: '#1f2937',
    faint: '#5b6472',
    line: '#e5e7eb',
    surface: '#ffffff',
    primary: '#1554ad',
    bad: '#b42318',
  },
  dark: {
    ink: '#e3e9f0',
    faint: '#a3aebb',
    line: '#2b3442',
    surface: '#1f2733',
    primary: '#5b9bec',
    bad: '#ff8f85',
  },
};

export default function EchartsCanvas({ label, height, option, onPick }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const { name } = useThemeMode();
  const pick = useRef(onPick);
  pick.current = onPick;
  useEffect(() => {
    if (!place.current) return;
    const chart = init(place.current);
    const colours = COLOURS[name];
    chart.setOption({
      animation: false,
      textStyle: { color: colours.ink, fontFamily: 'inherit' },
      ...option(colours),
    });
    chart.on('click', (event) => pick.current?.(String(event.name), String(event.seriesName)));
    const observer = new ResizeObserver(() => chart.resize());
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      chart.dispose();
    };
  }, [name, option]);
  return <div ref={place} role="img" aria-label={label} style={{ height }} className="chart" />;
}
