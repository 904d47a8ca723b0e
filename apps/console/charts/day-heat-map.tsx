import { type ActivityStats } from '@govcrawler/contracts';
import { Link } from 'wouter';
import { count } from '../parts/number-format.js';

const STEPS = 4;

/**
 * How much each site brought on each day. A table rather than a canvas: every cell can be read and opened, and the
 * first page does not wait for the charting library.
 */
export function DayHeatMap({ days, sites }: Pick<ActivityStats, 'days' | 'sites'>) {
  const most = Math.max(1, ...sites.flatMap(({ articles }) => articles));
  return (
    <div className="scroll-sideways" tabIndex={0} role="region" aria-label="各站点每日新增">
      <table className="heat-map">
        <thead>
          <tr>
            <th scope="col">站点</th>
            {days.map((day, index) => (
              <th key={day} scope="col" aria-label={day}>
                {(index % 5 === 0 || index === days.length - 1) && day.slice(5).replace('-', '/')}
              </th>
            ))}
            <th scope="col" className="number">
              合计
            </th>
          </tr>
        </thead>
        <tbody>
          {sites.map(({ siteCode, siteName, total, articles }) => (
            <tr key={siteCode}>
              <th scope="row" title={siteName}>
                <Link href={`/articles?site=${encodeURIComponent(siteCode)}`}>{siteName}</Link>
              </th>
              {articles.map((value, index) => (
                <td key={days[index]} title={`${siteName} ${days[index]}：${count(value)} 篇`}>
                  <span className={`heat heat-${warmth(value, most)}`}>{value > 0 && count(value)}</span>
                </td>
              ))}
              <td className="number">{count(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the colours mean. */
export function HeatLegend() {
  return (
    <span className="heat-legend">
      少
      {Array.from({ length: STEPS + 1 }, (_, step) => (
        <span key={step} className={`heat heat-${step}`} />
      ))}
      多（篇）
    </span>
  );
}

/** 0 for nothing, then four steps; each is three times the one before, so that small numbers can be told apart. */
function warmth(value: number, most: number): number {
  if (value === 0) return 0;
  const steps = Math.log(value / most) / Math.log(3) + STEPS;
  return Math.min(STEPS, Math.max(1, Math.ceil(steps)));
}
