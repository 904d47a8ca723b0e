import { type ActivityStats } from '@govcrawler/contracts';
import { type ChartColours, type ChartProps } from './echarts-canvas.js';

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

/** Columns over months. */
export function timeline(unit: string, points: { name: string; value: number }[]): Option {
  return (colours) => ({
    ...overTime(
      colours,
      points.map(({ name }) => name),
    ),
    grid: { ...GRID, top: 36 },
    series: [
      {
        name: unit,
        type: 'bar',
        barMaxWidth: 28,
        itemStyle: { color: colours.primary, borderRadius: [3, 3, 0, 0] },
        data: points.map(({ value }) => value),
      },
    ],
  });
}

/** New articles by day as columns, failed requests as a line on an axis of their own. */
export function dailyActivity({ days, articles, failures }: ActivityStats): Option {
  return (colours) => {
    const { ink, faint, line, primary, bad } = colours;
    const frame = overTime(
      colours,
      days.map((day) => day.slice(5).replace('-', '/')),
    );
    const axis = { type: 'value', minInterval: 1, axisLabel: { color: faint }, nameTextStyle: { color: faint } };
    return {
      ...frame,
      grid: { ...GRID, top: 44 },
      legend: { data: ['新增文章', '抓取失败'], textStyle: { color: ink }, right: 8, top: 0 },
      yAxis: [
        { ...axis, name: '篇', splitLine: { lineStyle: { color: line } } },
        { ...axis, name: '次', splitLine: { show: false } },
      ],
      series: [
        {
          name: '新增文章',
          type: 'bar',
          barMaxWidth: 22,
          itemStyle: { color: primary, borderRadius: [3, 3, 0, 0] },
          data: articles,
        },
        {
          name: '抓取失败',
          type: 'line',
          yAxisIndex: 1,
          showSymbol: false,
          lineStyle: { color: bad },
          itemStyle: { color: bad },
          data: failures,
        },
      ],
    };
  };
}

function overTime({ ink, faint, line, surface }: ChartColours, names: string[]) {
  return {
    grid: GRID,
    tooltip: { trigger: 'axis', renderMode: 'richText', backgroundColor: surface, textStyle: { color: ink } },
    xAxis: {
      type: 'category',
      data: names,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: line } },
      axisLabel: { color: faint },
    },
    yAxis: {
      type: 'value',
      name: '篇',
      minInterval: 1,
      axisLabel: { color: faint },
      nameTextStyle: { color: faint },
      splitLine: { lineStyle: { color: line } },
    },
  };
}
