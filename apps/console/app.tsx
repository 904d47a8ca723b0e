import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider, Spin } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Route, Router, Switch } from 'wouter';
import { MessagesProvider } from './parts/messages.js';
import { ProblemAlert } from './parts/problem-alert.js';
import { createQueryClient, useSession } from './session/session.js';
import { PageBoundary } from './shell/page-boundary.js';
import { PAGES } from './shell/pages.js';
import { Shell } from './shell/shell.js';
import { antdTheme } from './theme/antd-theme.js';
import { ThemeModeContext, useStoredThemeMode } from './theme/theme-mode.js';

const LoginPage = lazy(() => import('./session/login-page.js'));
const UnknownPage = lazy(() => import('./pages/unknown-page.js'));

export function App({ styleNonce }: { styleNonce: string }) {
  const [client] = useState(createQueryClient);
  const mode = useStoredThemeMode();
  const theme = useMemo(() => antdTheme(mode.name), [mode.name]);
  return (
    <ThemeModeContext value={mode}>
      <ConfigProvider locale={zhCN} theme={theme} csp={{ nonce: styleNonce }} button={{ autoInsertSpace: false }}>
        <QueryClientProvider client={client}>
          <Router base="/admin">
            <MessagesProvider>
              <Pages />
            </MessagesProvider>
          </Router>
        </QueryClientProvider>
      </ConfigProvider>
    </ThemeModeContext>
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
      <PageBoundary>
        <Suspense fallback={<Waiting />}>
          <Switch>
            {PAGES.map(({ path, component }) => (
              <Route key={path} path={path} component={component} />
            ))}
            <Route component={UnknownPage} />
          </Switch>
        </Suspense>
      </PageBoundary>
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
