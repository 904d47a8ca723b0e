import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined';
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined';
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import { type SessionView } from '@govcrawler/contracts';
import { Button, Input, Layout, Menu } from 'antd';
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useLiveEvents } from '../live/live-events.js';
import { ROLE } from '../parts/words.js';
import { useLogout } from '../session/session.js';
import { PAGE_GROUPS, PAGES } from './pages.js';
import { useShortcuts } from './shortcuts.js';
import { AlertBell } from './alert-bell.js';
import { ThemeSwitch } from './theme-switch.js';

const CommandPalette = lazy(() => import('./command-palette.js'));
const ShortcutHelp = lazy(() => import('./shortcut-help.js'));

/** The frame around every page: menu, search over all articles, and who is logged in. */
export function Shell({ user, children }: { user: SessionView; children: ReactNode }) {
  const [location, navigate] = useLocation();
  const [dialogue, setDialogue] = useState<'palette' | 'help' | null>(null);
  const [menuOpen, setMenuOpen] = useState(false);
  const logout = useLogout();
  const live = useLiveEvents();
  const openPalette = useCallback(() => setDialogue('palette'), []);
  const openHelp = useCallback(() => setDialogue('help'), []);
  useShortcuts({ onPalette: openPalette, onHelp: openHelp });
  const current = PAGES.findLast(({ path }) => location === path || (path !== '/' && location.startsWith(`${path}/`)));
  useEffect(() => {
    document.title = current ? `${current.label} · 政务信息采集平台` : '政务信息采集平台';
    setMenuOpen(false);
  }, [current, location]);
  return (
    <Layout className={menuOpen ? 'shell menu-open' : 'shell'} hasSider>
      <a className="skip-link" href="#content">
        跳到内容
      </a>
      <Layout.Sider theme="light" width={188} breakpoint="lg" collapsedWidth={56} className="shell-menu">
        <Link href="/" className="brand" aria-label="政务信息采集，回到仪表盘">
          <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width={28} height={28} />
          <span>政务信息采集</span>
        </Link>
        <nav aria-label="主菜单">
          <Menu mode="inline" selectedKeys={current ? [current.path] : []} items={MENU} />
        </nav>
      </Layout.Sider>
      <div className="menu-veil" onClick={() => setMenuOpen(false)} />
      <Layout>
        <Layout.Header className="shell-header">
          <Button
            type="text"
            className="menu-button"
            icon={<MenuOutlined />}
            aria-label="菜单"
            onClick={() => setMenuOpen(true)}
          />
          <Input.Search
            className="global-search"
            placeholder="搜索文章，按回车"
            aria-label="搜索文章"
            allowClear
            maxLength={200}
            onSearch={(text, _event, info) => {
              if (info?.source === 'clear') return;
              const query = text.trim();
              navigate(query ? `/articles?q=${encodeURIComponent(query)}` : '/articles');
            }}
          />
          <Button className="palette-button" icon={<SearchOutlined />} onClick={openPalette} title="命令面板">
            <kbd>Ctrl K</kbd>
          </Button>
          <ThemeSwitch />
          <AlertBell />
          <span className="shell-user" title={ROLE[user.role]}>
            {user.username}
          </span>
          <Button
            type="text"
            icon={<LogoutOutlined />}
            loading={logout.isPending}
            onClick={() => logout.mutate()}
            aria-label="退出"
          >
            <span className="wide-only">退出</span>
          </Button>
        </Layout.Header>
        {live === 'lost' && (
          <div className="connection-lost" role="status">
            与服务器的实时连接已断开，正在重新连接…页面上的内容可能不是最新的。
          </div>
        )}
        <Layout.Content className="shell-content" id="content" role="main">
          {children}
        </Layout.Content>
      </Layout>
      <Suspense>
        {dialogue === 'palette' && <CommandPalette onClose={() => setDialogue(null)} />}
        {dialogue === 'help' && <ShortcutHelp onClose={() => setDialogue(null)} />}
      </Suspense>
    </Layout>
  );
}

const MENU = PAGE_GROUPS.map((group) => ({
  type: 'group' as const,
  key: group.label,
  label: group.label,
  children: group.pages.map(({ path, label, icon, prefetch }) => ({
    key: path,
    icon,
    title: label,
    label: (
      <Link href={path} onPointerEnter={prefetch} onFocus={prefetch}>
        {label}
      </Link>
    ),
  })),
}));
