import { Button } from 'antd';
import { useLocation } from 'wouter';
import { useMay } from '../session/session.js';

/** The way to the wizard, for those who may use it. */
export function AddColumn() {
  const mayRun = useMay('operator');
  const [, navigate] = useLocation();
  if (!mayRun) return null;
  return (
    <Button type="primary" onClick={() => navigate('/wizard')}>
      添加栏目
    </Button>
  );
}
