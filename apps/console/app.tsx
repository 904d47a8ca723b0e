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
const UnknownPage = lazy(() => import('./pages/unknown-page.js'));

const THEME = {
  token: {
    colorPrimary: '#1554ad',
    colorLink: '#1554ad',
    borderRadius: 6,
    fontFamily:
      '-apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif',
  },
};

export function App({ styleNonce }: { styleNonce: string }) {
  const [client] = useState(createQueryClient);
  return (
    <ConfigProvider locale={zhCN} theme={THEME} csp={{ nonce: styleNonce }}>
      <MessagesProvider>
        <QueryClientProvider client={client}>
          <Router base="/admin">
            <Pages />
          </Router>
        </QueryClientProvider>
      </MessagesProvider>
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
