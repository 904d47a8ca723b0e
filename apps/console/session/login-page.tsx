import LockOutlined from '@ant-design/icons/es/icons/LockOutlined';
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined';
import { Alert, Button, Form, Input } from 'antd';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useLogin } from './session.js';

/** Asks for name and password; after that the page that was wanted appears. */
export default function LoginPage({ expired }: { expired: boolean }) {
  const login = useLogin();
  return (
    <main className="login-page">
      <div className="login-card">
        <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width={44} height={44} />
        <h1>政务信息采集平台</h1>
        <p className="login-note">采集、整理并提供公开的政务信息</p>
        <Form layout="vertical" size="large" requiredMark={false} onFinish={login.mutate} className="login-form">
          {expired && !login.error && <Alert type="info" showIcon title="登录已过期，请重新登录" />}
          {login.error && <ProblemAlert error={login.error} />}
          <Form.Item name="username" label="用户名" rules={[{ required: true, message: '请输入用户名' }]}>
            <Input prefix={<UserOutlined />} autoComplete="username" autoFocus maxLength={200} />
          </Form.Item>
          <Form.Item name="password" label="密码" rules={[{ required: true, message: '请输入密码' }]}>
            <Input.Password prefix={<LockOutlined />} autoComplete="current-password" maxLength={1000} />
          </Form.Item>
          <Button type="primary" htmlType="submit" block loading={login.isPending}>
            登录
          </Button>
        </Form>
        <p className="login-help">首次启动时，一次性密码显示在启动窗口中；也可以用环境变量 ADMIN_PASSWORD 设定。</p>
      </div>
    </main>
  );
}
