import BellOutlined from '@ant-design/icons/es/icons/BellOutlined';
import { type LiveEvents } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { count } from '../parts/number-format.js';

/** How many things need a person; the live events keep it up to date. */
export function AlertBell() {
  const { data } = useQuery<LiveEvents['alerts']>({ queryKey: ['alert-count'], enabled: false });
  const words =
    !data || data.count === 0 ? '没有告警' : `${count(data.count)} 项告警，其中严重 ${count(data.critical)} 项`;
  return (
    <Link href="/alerts" className="alert-bell" title={words} aria-label={words}>
      <BellOutlined />
      {data && data.count > 0 && (
        <span className={data.critical > 0 ? 'alert-number critical' : 'alert-number'}>
          {data.count > 99 ? '99+' : data.count}
        </span>
      )}
    </Link>
  );
}
