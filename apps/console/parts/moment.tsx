import { beijingSeconds, timeAgo } from './beijing-time.js';
import { useClock } from './clock.js';

/** How long ago, with the exact Beijing time on demand. */
export function Ago({ time, none = '—' }: { time: string | null; none?: string }) {
  const now = useClock();
  if (time === null) return <span className="faint">{none}</span>;
  return (
    <time dateTime={time} title={`${beijingSeconds(time)}（北京时间）`}>
      {timeAgo(time, now)}
    </time>
  );
}
