import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'antd';
import { change } from '../api/admin-client.js';
import { settingsQuery } from '../api/queries.js';
import { useMessages } from '../parts/messages.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useMay } from '../session/session.js';

/** Whether opening an article fetches its full text from the site. */
export function FullTextSwitch() {
  const settings = useQuery(settingsQuery);
  const mayEdit = useMay('admin');
  const client = useQueryClient();
  const messages = useMessages();
  const save = useMutation({
    mutationFn: (fullTextOnOpenEnabled: boolean) =>
      change('put', '/api/settings', { body: { rss: { fullTextOnOpenEnabled } } }),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      void messages.success(saved.rss.fullTextOnOpenEnabled ? '打开文章时会抓取全文' : '打开文章时不再抓取全文');
    },
    onError: messages.problem,
  });
  if (settings.error) return <ProblemAlert error={settings.error} onRetry={() => void settings.refetch()} />;
  return (
    <div className="setting">
      <div>
        <h2 id="full-text">打开文章时抓取全文</h2>
        <p className="faint">开启后会访问文章原文链接并尝试抽取正文，可能稍慢。{!mayEdit && '（由管理员设置）'}</p>
      </div>
      <Switch
        aria-labelledby="full-text"
        disabled={!mayEdit}
        loading={settings.isPending || save.isPending}
        checked={settings.data?.rss.fullTextOnOpenEnabled ?? false}
        onChange={(on) => save.mutate(on)}
      />
    </div>
  );
}
