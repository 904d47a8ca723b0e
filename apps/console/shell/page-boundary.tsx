import { Component, type ReactNode } from 'react';
import { Alert, Button } from 'antd';

/**
 * A page that breaks, or whose file is gone because the platform was updated meanwhile, says so and offers a reload;
 * menu and search stay.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { error: Error | null; at: string }> {
  override state = { error: null as Error | null, at: location.pathname };

  static getDerivedStateFromError(error: Error) {
    return { error, at: location.pathname };
  }

  override componentDidUpdate(): void {
    if (this.state.error && this.state.at !== location.pathname) this.setState({ error: null });
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <Alert
        type="error"
        showIcon
        title="页面没能显示"
        description={`可能是平台刚刚更新过，重新加载通常可以解决。（${this.state.error.message}）`}
        action={
          <Button size="small" onClick={() => location.reload()}>
            重新加载
          </Button>
        }
      />
    );
  }
}
