import { type ChartProps } from './echarts-canvas.js';

type Option = ChartProps['option'];

/*
 * The kinds of charts that the pages use. Tooltips are drawn on the canvas: as HTML they would need inline styles,
 * which the content policy forbids.
 */

const GRID = { left: 8, right: 16, top: 16, bottom: 8, outerBoundsMode: 'same' as const };

/** Horizontal bars, the longest on top. */
export function ranking(unit: string, bars: { name: string; value: number }[]): Option {
  return ({ ink, faint, line, primary, surface }) => ({
    grid: { ...GRID, right: 56 },
    tooltip: { trigger: 'item', renderMode: 'richText', backgroundColor: surface, textStyle: { color: ink } },
    xAxis: { type: 'value', axisLabel: { color: faint }, splitLine: { lineStyle: { color: line } }, minInterval: 1 },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ name }) => name),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: line } },
      axisLabel: { color: ink, width: 150, overflow: 'truncate' },
    },
    series: [
      {
        name: unit,
        type: 'bar',
        barMaxWidth: 18,
        itemStyle: { color: primary, borderRadius: [0, 3, 3, 0] },
        label: { show: true, position: 'right', color: ink },
        data: bars.map(({ value }) => value),
      },
    ],
  });
}

/** Something over days or months. */
export function timeline(
  unit: string,
  points: { name: string; value: number }[],
  kind: 'bar' | 'line' = 'bar',
): Option {
  return ({ ink, faint, line, primary, surface }) => ({
    grid: GRID,
    tooltip: { trigger: 'axis', renderMode: 'richText', backgroundColor: surface, textStyle: { color: ink } },
    xAxis: {
      type: 'category',
      data: points.map(({ name }) => name),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: line } },
      axisLabel: { color: faint },
    },
    yAxis: { type: 'value', minInterval: 1, axisLabel: { color: faint }, splitLine: { lineStyle: { color: line } } },
    series: [
      {
        name: unit,
        type: kind,
        smooth: false,
        showSymbol: points.length < 40,
        barMaxWidth: 28,
        itemStyle: { color: primary, borderRadius: kind === 'bar' ? [3, 3, 0, 0] : 0 },
        areaStyle: kind === 'line' ? { color: primary, opacity: 0.12 } : undefined,
        data: points.map(({ value }) => value),
      },
    ],
  });
}
