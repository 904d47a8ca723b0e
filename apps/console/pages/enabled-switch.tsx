import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Switch, Tag } from 'antd';
import { change } from '../api/admin-client.js';
import { useMessages } from '../parts/messages.js';
import { useMay } from '../session/session.js';

interface Switchable {
  kind: 'sites' | 'targets';
  code: string;
  name: string;
  enabled: boolean;
}

/** Whether a site or target is crawled; those who may edit can switch it here. */
export function EnabledSwitch({ kind, code, name, enabled }: Switchable) {
  const mayEdit = useMay('admin');
  const messages = useMessages();
  const client = useQueryClient();
  const toggle = useMutation({
    mutationFn: (wish: boolean) =>
      change('post', `/admin/api/${kind}/{code}/toggle`, { path: { code }, body: { enabled: wish } }),
    onSuccess: (_, wish) => void messages.success(`“${name}”已${wish ? '启用' : '停用'}`),
    onError: messages.problem,
    onSettled: () => client.invalidateQueries({ queryKey: ['sites'] }),
  });
  if (!mayEdit) return <Tag color={enabled ? 'success' : 'default'}>{enabled ? '启用' : '停用'}</Tag>;
  return (
    <span onClick={(event) => event.stopPropagation()}>
      <Switch
        size="small"
        checked={enabled}
        loading={toggle.isPending}
        aria-label={`启用${name}`}
        title={enabled ? '停用' : '启用'}
        onChange={(wish) => toggle.mutate(wish)}
      />
    </span>
  );
}
