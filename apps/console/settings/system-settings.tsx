import { type AlertSettings, type RetentionSettings, type SystemSettingsView } from '@govcrawler/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, InputNumber, Skeleton } from 'antd';
import { change, read } from '../api/admin-client.js';
import { useMessages } from '../parts/messages.js';
import { count } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useMay } from '../session/session.js';

interface Words {
  label: string;
  unit: string;
  hint?: string;
}

const RETENTION: Record<keyof RetentionSettings, Words> = {
  jobsPerTarget: { label: '每个采集目标保留的任务', unit: '个', hint: '更早的任务记录会删除，文章不受影响' },
  crawlLogDays: { label: '抓取日志保留', unit: '天', hint: '0 表示一直保留' },
  alertDays: { label: '已恢复的告警和投递记录保留', unit: '天', hint: '0 表示一直保留' },
};

const ALERTS: Record<keyof AlertSettings, Words> = {
  leastAttempts: { label: '一小时内至少抓取多少次才判断', unit: '次' },
  siteFailurePercent: { label: '站点失败率达到', unit: '%' },
  overallFailurePercent: { label: '全部站点失败率达到', unit: '%' },
  blockedTimes: { label: '主机一小时内拒绝访问达到', unit: '次' },
  silentGaps: { label: '超过平常间隔的多少倍没有新文章', unit: '倍' },
  leastSilenceHours: { label: '没有新文章至少', unit: '小时' },
  leastSample: { label: '一天内至少多少篇才判断选择器', unit: '篇' },
  driftPercent: { label: '正文过短或字段缺失的文章达到', unit: '%' },
  queueAgeMinutes: { label: '任务排队超过', unit: '分钟' },
  diskFreePercent: { label: '磁盘剩余低于', unit: '%' },
  diskFreeGb: { label: '磁盘剩余低于', unit: 'GB' },
};

/** How long history is kept, and from which figures on people are told. */
export function SystemSettings() {
  const settings = useQuery({
    queryKey: ['system-settings'],
    queryFn: ({ signal }) => read('/admin/api/settings', { signal }),
  });
  if (settings.error) return <ProblemAlert error={settings.error} onRetry={() => void settings.refetch()} />;
  if (settings.isPending) return <Skeleton active paragraph={{ rows: 10 }} />;
  return <SettingsForm key={settings.data.version} settings={settings.data} />;
}

type Fields = Pick<SystemSettingsView, 'retention' | 'alerts'>;

function SettingsForm({ settings }: { settings: SystemSettingsView }) {
  const mayEdit = useMay('admin');
  const client = useQueryClient();
  const messages = useMessages();
  const save = useMutation({
    mutationFn: ({ retention, alerts }: Fields) =>
      change('put', '/admin/api/settings', { body: { retention, alerts, version: settings.version } }),
    onSuccess: (saved) => {
      client.setQueryData(['system-settings'], saved);
      void messages.success('设置已保存，立即生效');
    },
  });
  return (
    <Form layout="vertical" requiredMark={false} disabled={!mayEdit} initialValues={settings} onFinish={save.mutate}>
      {save.error && <ProblemAlert error={save.error} />}
      <section className="panel">
        <h2>保留期限</h2>
        <div className="settings-grid">
          {Object.entries(RETENTION).map(([name, words]) => (
            <NumberField
              key={name}
              name={['retention', name]}
              {...words}
              byDefault={settings.defaults.retention[name as keyof RetentionSettings]}
            />
          ))}
        </div>
      </section>
      <section className="panel">
        <h2>告警阈值</h2>
        <div className="settings-grid">
          {Object.entries(ALERTS).map(([name, words]) => (
            <NumberField
              key={name}
              name={['alerts', name]}
              {...words}
              byDefault={settings.defaults.alerts[name as keyof AlertSettings]}
            />
          ))}
        </div>
      </section>
      {mayEdit && (
        <div className="wizard-buttons">
          <Button onClick={() => save.mutate(settings.defaults)}>恢复默认值</Button>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            保存
          </Button>
        </div>
      )}
    </Form>
  );
}

function NumberField({ name, label, unit, hint, byDefault }: Words & { name: string[]; byDefault: number }) {
  return (
    <Form.Item
      name={name}
      label={`${label}（${unit}）`}
      extra={[hint, `默认 ${count(byDefault)}`].filter(Boolean).join('；')}
      rules={[{ required: true, message: '请输入数字' }]}
    >
      <InputNumber min={0} max={unit === '%' ? 100 : undefined} precision={0} className="full-width" />
    </Form.Item>
  );
}
