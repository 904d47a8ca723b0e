import { type SiteView } from '@govcrawler/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Drawer, Form, Input, Radio, Select, Switch } from 'antd';
import { change, read } from '../api/admin-client.js';
import { DeleteWithLoss } from '../parts/delete-with-loss.js';
import { useMessages } from '../parts/messages.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { ScheduleInput } from '../parts/schedule-input.js';

interface Fields {
  code: string;
  name: string;
  baseUrl: string;
  adapter: string;
  /** As JSON text. */
  adapterParams: string;
  fetchStrategy: SiteView['fetchStrategy'];
  scheduleCron: string | null;
  respectRobots: boolean;
  robotsOnError: SiteView['robotsOnError'];
  takeOver?: boolean;
}

const NEW_SITE: Partial<Fields> = {
  adapter: 'yaml',
  adapterParams: '{}',
  fetchStrategy: 'httpx',
  respectRobots: true,
  robotsOnError: 'allow',
};

/** Makes a site or changes one. Of a change only what is different is sent, as with targets. */
export default function SiteForm({ site, onClose }: { site: SiteView | 'new'; onClose: () => void }) {
  const [form] = Form.useForm<Fields>();
  const client = useQueryClient();
  const messages = useMessages();
  const isNew = site === 'new';
  const before = isNew ? NEW_SITE : { ...site, adapterParams: JSON.stringify(site.adapterParams, null, 2) };
  const adapters = useQuery({
    queryKey: ['adapters'],
    queryFn: ({ signal }) => read('/admin/api/adapters', { signal }),
    staleTime: Infinity,
  });
  const save = useMutation({
    mutationFn: ({ takeOver = false, ...fields }: Fields) => {
      const wanted = { ...fields, adapterParams: JSON.parse(fields.adapterParams || '{}') as Record<string, unknown> };
      if (isNew) {
        return change('post', '/admin/api/sites', { body: { ...wanted, scheduleCron: wanted.scheduleCron || null } });
      }
      return change('put', '/admin/api/sites/{code}', {
        path: { code: site.code },
        body: { ...differences(site, wanted), ...(takeOver ? { managedBy: 'admin' } : {}), version: site.version },
      });
    },
    onSuccess: ({ name }) => {
      void messages.success(`站点“${name}”已保存`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['sites'] }),
  });
  const byFile = !isNew && site.managedBy === 'yaml';
  return (
    <Drawer
      open
      onClose={onClose}
      size="min(560px, 100vw)"
      title={isNew ? '新增站点' : `编辑站点 ${site.code}`}
      extra={
        <span className="row-actions">
          {!isNew && (
            <DeleteWithLoss
              name={`站点“${site.name}”`}
              remove={(confirmed) =>
                change('delete', '/admin/api/sites/{code}', {
                  path: { code: site.code },
                  query: confirmed ? { confirm: site.code } : {},
                })
              }
              refreshes={['sites', 'scheduled', 'stats']}
              onDeleted={onClose}
            />
          )}
          <Button type="primary" size="small" loading={save.isPending} onClick={() => form.submit()}>
            保存
          </Button>
        </span>
      }
    >
      {save.error && <ProblemAlert error={save.error} />}
      {byFile && (
        <Alert
          type="info"
          showIcon
          title="由站点文件管理"
          description={`文件 ${site.yamlPath ?? ''} 决定的字段不能在这里修改，除非勾选“改由后台管理”，之后文件的改动不再影响它。`}
        />
      )}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={before}
        onFinish={save.mutate}
        className="drawer-form"
      >
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请输入名称' }]}>
          <Input maxLength={200} autoFocus={isNew} placeholder="例如：某某市人民政府" />
        </Form.Item>
        {isNew && (
          <Form.Item
            name="code"
            label="编码"
            extra="创建后不能修改"
            rules={[{ required: true, pattern: /^[a-z0-9][a-z0-9_]{0,99}$/, message: '小写字母、数字和下划线' }]}
          >
            <Input maxLength={100} />
          </Form.Item>
        )}
        <Form.Item name="baseUrl" label="首页地址" rules={[{ required: true, message: '请输入首页地址' }]}>
          <Input maxLength={1000} placeholder="https://www.example.gov.cn/" />
        </Form.Item>
        <div className="form-pair">
          <Form.Item name="adapter" label="适配器">
            <Select
              loading={adapters.isPending}
              options={(adapters.data ?? []).map(({ id, title }) => ({ value: id, label: `${title}（${id}）` }))}
            />
          </Form.Item>
          <Form.Item name="fetchStrategy" label="抓取方式">
            <Select
              options={[
                { value: 'httpx', label: '直接请求' },
                { value: 'playwright', label: '浏览器' },
              ]}
            />
          </Form.Item>
        </div>
        <Form.Item name="adapterParams" label="适配器参数（JSON）" rules={[{ validator: checkJson }]}>
          {/* Without autoSize, which measures by inline styles that the content policy forbids. */}
          <Input.TextArea rows={4} spellCheck={false} className="code-input" />
        </Form.Item>
        <Form.Item name="scheduleCron" label="运行时间（cron，北京时间）">
          <ScheduleInput placeholder="留空则由各栏目决定" />
        </Form.Item>
        <div className="form-pair">
          <Form.Item name="respectRobots" label="遵守 robots.txt" valuePropName="checked">
            <Switch />
          </Form.Item>
          <Form.Item name="robotsOnError" label="robots.txt 读不到时">
            <Radio.Group
              options={[
                { value: 'allow', label: '照常采集' },
                { value: 'deny', label: '不采集' },
              ]}
            />
          </Form.Item>
        </div>
        {byFile && (
          <Form.Item name="takeOver" valuePropName="checked">
            <Checkbox>改由后台管理</Checkbox>
          </Form.Item>
        )}
      </Form>
    </Drawer>
  );
}

function checkJson(_rule: unknown, text: string | undefined): Promise<void> {
  try {
    const value: unknown = JSON.parse(text || '{}');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Promise.resolve();
  } catch {
    // Said below.
  }
  return Promise.reject(new Error('必须是 JSON 对象，例如 {"column": 12}'));
}

function differences(site: SiteView, wanted: Omit<Partial<SiteView>, 'version'>): object {
  return Object.fromEntries(
    Object.entries(wanted)
      .map(([name, value]) => [name, value === '' ? null : value] as const)
      .filter(
        ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(site[name as keyof SiteView] ?? null),
      ),
  );
}
