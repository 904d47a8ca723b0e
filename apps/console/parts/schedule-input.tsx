import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useDeferredValue } from 'react';
import { read } from '../api/admin-client.js';
import { beijingMinutes } from './beijing-time.js';
import { cronWords } from './cron-words.js';

interface ScheduleInputProps {
  id?: string;
  value?: string | null;
  onChange?: (value: string) => void;
  placeholder?: string;
}

/** A cron expression, and at once what it means and its next five runs. */
export function ScheduleInput({ id, value, onChange, placeholder = '留空则按上级规则' }: ScheduleInputProps) {
  const cron = useDeferredValue((value ?? '').trim());
  const preview = useQuery({
    queryKey: ['schedule-preview', cron],
    queryFn: ({ signal }) => read('/admin/api/jobs/schedule-preview', { query: { cron }, signal }),
    enabled: cron !== '' && cron !== 'adaptive',
    staleTime: 30_000,
  });
  return (
    <>
      <Input
        id={id}
        value={value ?? ''}
        placeholder={placeholder}
        maxLength={100}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <div className="schedule-words" aria-live="polite">
        {cron === 'adaptive' && '按发布规律自动安排'}
        {preview.data?.problem && <span className="failure-text">{preview.data.problem}</span>}
        {preview.data && !preview.data.problem && cron !== '' && (
          <>
            <b>{cronWords(cron) ?? cron}</b>
            <span className="faint">
              接下来五次（北京时间）：{preview.data.nextRuns.map(beijingMinutes).join('，')}
            </span>
          </>
        )}
      </div>
    </>
  );
}
