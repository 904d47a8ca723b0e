import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined';
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined';
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined';
import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined';
import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined';
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined';
import { type SessionView } from '@govcrawler/contracts';
import { Button, Input, Layout, Menu } from 'antd';
import { type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useLogout } from '../session/session.js';

const PAGES = [
  { path: '/', label: '仪表盘', icon: <DashboardOutlined /> },
  { path: '/sites', label: '站点', icon: <GlobalOutlined /> },
  { path: '/articles', label: '文章', icon: <FileTextOutlined /> },
  { path: '/jobs', label: '任务', icon: <UnorderedListOutlined /> },
  { path: '/scheduled', label: '计划', icon: <ClockCircleOutlined /> },
];

/** The frame around every page: menu, search over all articles, and who is logged in. */
export function Shell({ user, children }: { user: SessionView; children: ReactNode }) {
  const [location, navigate] = useLocation();
  const logout = useLogout();
  const current = PAGES.findLast(({ path }) => location === path || location.startsWith(`${path}/`));
  return (
    <Layout className="shell" hasSider>
      <Layout.Sider theme="light" width={188} breakpoint="lg" collapsedWidth={56} className="shell-menu">
        <Link href="/" className="brand">
          <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width={28} height={28} />
          <span>政务信息采集</span>
        </Link>
        <Menu
          mode="inline"
          selectedKeys={current ? [current.path] : []}
          items={PAGES.map(({ path, label, icon }) => ({ key: path, icon, label: <Link href={path}>{label}</Link> }))}
        />
      </Layout.Sider>
      <Layout>
        <Layout.Header className="shell-header">
          <Input.Search
            className="global-search"
            placeholder="搜索文章标题，按回车"
            aria-label="搜索文章"
            allowClear
            maxLength={200}
            onSearch={(text, _event, info) => {
              if (info?.source === 'clear') return;
              const query = text.trim();
              navigate(query ? `/articles?q=${encodeURIComponent(query)}` : '/articles');
            }}
          />
          <span className="shell-user">{user.username}</span>
          <Button type="text" icon={<LogoutOutlined />} loading={logout.isPending} onClick={() => logout.mutate()}>
            退出
          </Button>
        </Layout.Header>
        <Layout.Content className="shell-content">{children}</Layout.Content>
      </Layout>
    </Layout>
  );
}
