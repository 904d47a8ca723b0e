import { type DetailSelectors, type InspectionView, type SiteView } from '@govcrawler/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Result } from 'antd';
import { useState } from 'react';
import { Link } from 'wouter';
import { change } from '../api/admin-client.js';
import { sitesQuery } from '../api/queries.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { ScheduleInput } from '../parts/schedule-input.js';
import { saidSelectors } from '../selectors/detail-fields.js';
import { useMay } from '../session/session.js';
import { proposeColumn } from './propose-column.js';

interface Fields {
  siteName: string;
  name: string;
  code: string;
  scheduleCron: string;
}

interface SaveColumnProps {
  look: InspectionView;
  detail: DetailSelectors;
  onBack: () => void;
}

/** Names the column and says when it runs; makes its site where there is none yet, and starts the first crawl. */
export function SaveColumn({ look, detail, onBack }: SaveColumnProps) {
  const mayEdit = useMay('admin');
  const client = useQueryClient();
  const sites = useQuery(sitesQuery);
  const [made, setMade] = useState<string | null>(null);
  const url = look.finalUrl ?? look.url;
  const site = sites.data?.find(({ host }) => host === new URL(url).host);
  const save = useMutation({
    mutationFn: (fields: Fields) => saveColumn(look, detail, url, site, fields),
    onSuccess: async (code) => {
      setMade(code);
      await Promise.all(['sites', 'jobs'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
  if (!mayEdit) return <EmptyHint why="保存需要管理员权限。请把这个页面的地址发给管理员，由管理员保存。" />;
  if (made) {
    return (
      <Result
        status="success"
        title="栏目已添加，第一次采集已开始"
        extra={[
          <Link key="jobs" href={`/jobs?tab=history&target=${encodeURIComponent(made)}`}>
            查看进度
          </Link>,
          <Link key="target" href={`/targets?q=${encodeURIComponent(made)}`}>
            查看采集目标
          </Link>,
          <Link key="again" href="/wizard">
            再添加一个
          </Link>,
        ]}
      />
    );
  }
  if (sites.isPending) return null;
  return (
    <section className="panel">
      {save.error && <ProblemAlert error={save.error} />}
      <Form
        layout="vertical"
        requiredMark={false}
        className="wizard-form"
        initialValues={proposeColumn(url, site, sites.data ?? [])}
        onFinish={save.mutate}
      >
        <Form.Item name="siteName" label="站点" rules={[{ required: true, message: '请输入站点名称' }]}>
          <Input maxLength={200} disabled={site !== undefined} />
        </Form.Item>
        <Form.Item
          name="name"
          label="栏目名称"
          rules={[{ required: true, whitespace: true, message: '请输入栏目名称' }]}
        >
          <Input maxLength={200} autoFocus placeholder="例如：通知公告" />
        </Form.Item>
        <Form.Item name="code" label="编码" rules={[{ required: true, message: '请输入编码' }]}>
          <Input maxLength={91} />
        </Form.Item>
        <Form.Item name="scheduleCron" label="运行时间（cron，北京时间）">
          <ScheduleInput />
        </Form.Item>
        <div className="wizard-buttons">
          <Button onClick={onBack}>上一步</Button>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            保存并运行
          </Button>
        </div>
      </Form>
    </section>
  );
}

async function saveColumn(
  look: InspectionView,
  detail: DetailSelectors,
  url: string,
  site: SiteView | undefined,
  { siteName, name, code, scheduleCron }: Fields,
): Promise<string> {
  const siteCode = site?.code ?? code.split('__')[0]!;
  if (!site) {
    await change('post', '/admin/api/sites', {
      body: { code: siteCode, name: siteName, baseUrl: new URL('/', url).href, adapter: 'yaml' },
    });
  }
  const said = saidSelectors(detail);
  const parser = {
    ...(said ? { detail: said } : {}),
    ...(look.list?.selectors ? { list_selector: look.list.selectors } : {}),
    ...(look.list ? { pagination: look.list.pagination } : {}),
  };
  const target = await change('post', '/admin/api/targets', {
    body: { siteCode, code, name, entryUrl: url, scheduleCron: scheduleCron || null, parser },
  });
  await change('post', '/admin/api/targets/{code}/run', { path: { code: target.code }, body: {} });
  return target.code;
}
