import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { ApiError } from '../api/api-error.js';
import { useMessages } from './messages.js';
import { ProblemAlert } from './problem-alert.js';

interface DeleteWithLossProps {
  /** What is deleted, as it stands in the question: 站点“…”. */
  name: string;
  /** Asks the server; confirmed only after it said what would be lost. */
  remove: (confirmed: boolean) => Promise<unknown>;
  /** First parts of the query keys that change with it. */
  refreshes: string[];
  /** What the plain question says. */
  plainWords?: string;
  onDeleted?: () => void;
}

/**
 * Deletes in two steps: the first request makes the server say what would be lost, the second repeats the name. Only
 * what would take nothing with it goes at once, after the plain question.
 */
export function DeleteWithLoss({
  name,
  remove,
  refreshes,
  plainWords = '删除前会先告知将失去什么。',
  onDeleted,
}: DeleteWithLossProps) {
  const [asking, setAsking] = useState(false);
  const [loss, setLoss] = useState<string | null>(null);
  const client = useQueryClient();
  const messages = useMessages();
  const removal = useMutation({
    mutationFn: async () => {
      try {
        await remove(loss !== null);
        return true;
      } catch (error) {
        if (!(error instanceof ApiError) || error.problem?.code !== 'confirmation_required') throw error;
        setLoss(error.problem.detail?.replace(/。?确认请加参数.*$/, '') ?? error.problem.title);
        return false;
      }
    },
    onSuccess: async (deleted) => {
      if (!deleted) return;
      void messages.success(`${name}已删除`);
      setAsking(false);
      await Promise.all(refreshes.map((key) => client.invalidateQueries({ queryKey: [key] })));
      onDeleted?.();
    },
  });
  const close = () => {
    setAsking(false);
    setLoss(null);
    removal.reset();
  };
  return (
    <>
      <Button size="small" danger onClick={() => setAsking(true)}>
        删除
      </Button>
      {asking && (
        <Modal
          open
          title={`删除${name}？`}
          okText={loss === null ? '删除' : '仍然删除'}
          okButtonProps={{ danger: true }}
          confirmLoading={removal.isPending}
          onOk={() => removal.mutate()}
          onCancel={close}
        >
          {removal.error && <ProblemAlert error={removal.error} />}
          {loss === null ? (
            <p>{plainWords}</p>
          ) : (
            <Alert type="warning" showIcon title="删除后无法恢复" description={loss} />
          )}
        </Modal>
      )}
    </>
  );
}
