import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider, Spin } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { lazy, Suspense, useState } from 'react';
import { Route, Router, Switch } from 'wouter';
import { MessagesProvider } from './parts/messages.js';
import { ProblemAlert } from './parts/problem-alert.js';
import { createQueryClient, useSession } from './session/session.js';
import { Shell } from './shell/shell.js';

// Each page is its own file: nobody waits for the tables before the first figures are there.
const LoginPage = lazy(() => import('./session/login-page.js'));
const DashboardPage = lazy(() => import('./pages/dashboard-page.js'));
const SitesPage = lazy(() => import('./pages/sites-page.js'));
const ArticlesPage = lazy(() => import('./pages/articles-page.js'));
const JobsPage = lazy(() => import('./pages/jobs-page.js'));
const ScheduledPage = lazy(() => import('./pages/scheduled-page.js'));
const UnknownPage = lazy(() => import('./pages/unknown-page.js'));

const THEME = {
  token: {
    colorPrimary: '#1554ad',
    colorTextDescription: 'rgb(0 0 0 / 62%)',
    colorTextPlaceholder: 'rgb(0 0 0 / 54%)',
    colorInfo: '#1554ad',
    colorLink: '#1554ad',
    // Darker than the library's own: as text on a light ground they must be readable.
    colorSuccess: '#1a7f37',
    colorWarning: '#b45309',
    colorError: '#b42318',
    colorSuccessBg: '#e9f6ec',
    colorSuccessBorder: '#b5dfc0',
    colorWarningBg: '#fff6e5',
    colorWarningBorder: '#f3d9a4',
    colorErrorBg: '#fef1f0',
    colorErrorBorder: '#f6c9c4',
    colorInfoBg: '#e8f0fa',
    colorInfoBorder: '#b9cfec',
    borderRadius: 6,
    fontFamily:
      '-apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif',
  },
};

export function App({ styleNonce }: { styleNonce: string }) {
  const [client] = useState(createQueryClient);
  return (
    <ConfigProvider locale={zhCN} theme={THEME} csp={{ nonce: styleNonce }} button={{ autoInsertSpace: false }}>
      <QueryClientProvider client={client}>
        <Router base="/admin">
          <MessagesProvider>
            <Pages />
          </MessagesProvider>
        </Router>
      </QueryClientProvider>
    </ConfigProvider>
  );
}

function Pages() {
  const session = useSession();
  if (session.isPending) return <Waiting />;
  if (session.error) {
    return (
      <main className="login-page">
        <ProblemAlert error={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  }
  if (session.data.kind === 'closed') {
    return (
      <Suspense fallback={<Waiting />}>
        <LoginPage expired={session.data.expired} />
      </Suspense>
    );
  }
  return (
    <Shell user={session.data.user}>
      <Suspense fallback={<Waiting />}>
        <Switch>
          <Route path="/" component={DashboardPage} />
          <Route path="/sites" component={SitesPage} />
          <Route path="/articles" component={ArticlesPage} />
          <Route path="/jobs" component={JobsPage} />
          <Route path="/scheduled" component={ScheduledPage} />
          <Route component={UnknownPage} />
        </Switch>
      </Suspense>
    </Shell>
  );
}

function Waiting() {
  return (
    <div className="waiting">
      <Spin size="large" />
    </div>
  );
}
