import { type TargetView } from '@govcrawler/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Drawer, Form, Input, InputNumber } from 'antd';
import { change } from '../api/admin-client.js';
import { DepartmentSelect } from '../parts/choices.js';
import { DeleteWithLoss } from '../parts/delete-with-loss.js';
import { useMessages } from '../parts/messages.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { ScheduleInput } from '../parts/schedule-input.js';

interface Fields {
  name: string;
  entryUrl: string;
  contentCategory: string | null;
  contentSubcategory: string | null;
  deptId: string;
  scheduleCron: string | null;
  intervalSec: number | null;
  intervalJitterSec: number | null;
  takeOver?: boolean;
}

/** Changes a target. Only what was changed is sent: a field that its file decides is then no obstacle to the others. */
export default function TargetForm({ target, onClose }: { target: TargetView; onClose: () => void }) {
  const [form] = Form.useForm<Fields>();
  const client = useQueryClient();
  const messages = useMessages();
  const before: Fields = { ...target, deptId: target.deptId === null ? '' : String(target.deptId) };
  const save = useMutation({
    mutationFn: ({ takeOver = false, ...fields }: Fields) => {
      const changed = Object.entries(fields).filter(
        ([name, value]) => (value || null) !== (before[name as keyof Fields] || null),
      );
      const body = Object.fromEntries(
        changed.map(([name, value]) => [name, value === '' || value === undefined ? null : value]),
      );
      if (typeof body['deptId'] === 'string') body['deptId'] = Number(body['deptId']);
      return change('put', '/admin/api/targets/{code}', {
        path: { code: target.code },
        body: { ...body, ...(takeOver ? { managedBy: 'admin' as const } : {}), version: target.version },
      });
    },
    onSuccess: ({ name }) => {
      void messages.success(`采集目标“${name}”已保存`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['sites'] }),
  });
  return (
    <Drawer
      open
      onClose={onClose}
      size="min(560px, 100vw)"
      title={`编辑采集目标 ${target.code}`}
      extra={
        <span className="row-actions">
          <DeleteWithLoss
            name={`采集目标“${target.name}”`}
            remove={(confirmed) =>
              change('delete', '/admin/api/targets/{code}', {
                path: { code: target.code },
                query: confirmed ? { confirm: target.code } : {},
              })
            }
            plainWords="它不再被采集，已采集的文章会保留。"
            refreshes={['sites', 'scheduled']}
            onDeleted={onClose}
          />
          <Button type="primary" size="small" loading={save.isPending} onClick={() => form.submit()}>
            保存
          </Button>
        </span>
      }
    >
      {save.error && <ProblemAlert error={save.error} />}
      {target.managedBy === 'yaml' && (
        <Alert
          type="info"
          showIcon
          title="由站点文件管理"
          description="文件决定的字段不能在这里修改，除非勾选“改由后台管理”，之后文件的改动不再影响它。"
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
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="entryUrl" label="入口地址" rules={[{ required: true, message: '请输入入口地址' }]}>
          <Input maxLength={8000} />
        </Form.Item>
        <div className="form-pair">
          <Form.Item name="contentCategory" label="内容分类">
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="contentSubcategory" label="子分类">
            <Input maxLength={100} />
          </Form.Item>
        </div>
        <Form.Item name="deptId" label="部门">
          <DepartmentSelect className="full-width" placeholder="不属于任何部门" />
        </Form.Item>
        <Form.Item name="scheduleCron" label="运行时间（cron，北京时间）">
          <ScheduleInput />
        </Form.Item>
        <div className="form-pair">
          <Form.Item name="intervalSec" label="最小间隔（秒）" extra="对防火墙敏感的网站建议 60 秒以上">
            <InputNumber min={0} max={86_400} className="full-width" />
          </Form.Item>
          <Form.Item name="intervalJitterSec" label="随机浮动（秒）">
            <InputNumber min={0} max={86_400} className="full-width" />
          </Form.Item>
        </div>
        {target.managedBy === 'yaml' && (
          <Form.Item name="takeOver" valuePropName="checked">
            <Checkbox>改由后台管理</Checkbox>
          </Form.Item>
        )}
      </Form>
    </Drawer>
  );
}
