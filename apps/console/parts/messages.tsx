import { message } from 'antd';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';

interface Messages {
  success: ReturnType<typeof message.useMessage>[0]['success'];
  warning: ReturnType<typeof message.useMessage>[0]['warning'];
  /** A request that failed, in the server's own words and with the id that support asks for. */
  problem: (error: Error) => void;
}

const MessagesContext = createContext<Messages | null>(null);

/** Seconds: long enough to copy a request id. */
const PROBLEM_SHOWN = 8;

/** Short notices at the top of the window. antd's own `App` would load dialogues and notifications with it. */
export function MessagesProvider({ children }: { children: ReactNode }) {
  const [api, holder] = message.useMessage();
  const messages = useMemo<Messages>(
    () => ({
      success: api.success,
      warning: api.warning,
      problem: (error) => void api.error(<Problem error={error} />, PROBLEM_SHOWN),
    }),
    [api],
  );
  return (
    <MessagesContext value={messages}>
      {holder}
      {children}
    </MessagesContext>
  );
}

function Problem({ error }: { error: Error }) {
  const requestId = error instanceof ApiError ? error.problem?.requestId : undefined;
  return (
    <>
      {error.message}
      {requestId && (
        <span className="request-id faint">
          {' '}
          请求编号 <code>{requestId}</code>
        </span>
      )}
    </>
  );
}

export function useMessages(): Messages {
  const messages = useContext(MessagesContext);
  if (!messages) throw new Error('useMessages needs a MessagesProvider above it');
  return messages;
}
