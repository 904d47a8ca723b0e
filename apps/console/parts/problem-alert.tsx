import { Alert, Button } from 'antd';
import { ApiError } from '../api/api-error.js';

/** Shows a failed request in the server's own words, with the id that support asks for. */
export function ProblemAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const requestId = error instanceof ApiError ? error.problem?.requestId : undefined;
  return (
    <Alert
      type="error"
      showIcon
      title={error instanceof Error ? error.message : '发生未知错误'}
      description={
        requestId && (
          <span className="request-id">
            请求编号 <code>{requestId}</code>
          </span>
        )
      }
      action={
        onRetry && (
          <Button size="small" onClick={onRetry}>
            重试
          </Button>
        )
      }
    />
  );
}
