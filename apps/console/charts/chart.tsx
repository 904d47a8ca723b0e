import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { type ChartProps } from './echarts-canvas.js';

// The charting library is larger than all the rest: it comes in its own file, after the figures are readable.
const EchartsCanvas = lazy(() => import('./echarts-canvas.js'));

/** A chart; the same figures always stand beside it as a table or as text, so it is an image to screen readers. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<Skeleton.Node active className="chart-waiting" />}>
      <EchartsCanvas {...props} />
    </Suspense>
  );
}
