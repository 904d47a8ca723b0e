import { Tabs } from 'antd';
import { PageTitle } from '../parts/page-title.js';
import { useFilters } from '../parts/use-filters.js';
import { AppearanceSettings } from '../settings/appearance-settings.js';
import { ApiKeys } from '../settings/api-keys.js';
import { AuditLog } from '../settings/audit-log.js';
import { MyAccount } from '../settings/my-account.js';
import { SystemSettings } from '../settings/system-settings.js';
import { Users } from '../settings/users.js';

const FILTERS = ['tab'] as const;

/** What holds for the whole platform, and who changed what. */
export default function SettingsPage() {
  const { filters, change } = useFilters(FILTERS);
  return (
    <>
      <PageTitle title="设置" />
      <Tabs
        activeKey={filters.tab || 'appearance'}
        onChange={(tab) => change({ tab })}
        destroyOnHidden
        items={[
          { key: 'appearance', label: '外观与阅读', children: <AppearanceSettings /> },
          { key: 'system', label: '保留与告警', children: <SystemSettings /> },
          { key: 'account', label: '我的账号', children: <MyAccount /> },
          { key: 'users', label: '用户', children: <Users /> },
          { key: 'keys', label: 'API 密钥', children: <ApiKeys /> },
          { key: 'audit', label: '审计日志', children: <AuditLog /> },
        ]}
      />
    </>
  );
}
