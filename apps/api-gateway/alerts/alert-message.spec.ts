import { signedRequest, type AlertMessage } from './alert-message.js';

const channel = { kind: 'wecom', url: 'https://hooks.example.com/send?key=x', secret: null } as const;
const contentOf = (text: string, title = '【告警】共 20 项') => {
  const message: AlertMessage = { id: 1, kind: 'firing', title, text, incidents: [], createdAt: new Date() };
  const { body } = signedRequest(message, channel, new Date());
  return (JSON.parse(body) as { markdown: { content: string } }).markdown.content;
};

describe('a message to 企业微信', () => {
  it('is left as it is while it is short enough', () => {
    expect(contentOf('- 甲')).toBe('**【告警】共 20 项**\n- 甲');
  });

  it('keeps whole lines and says that there are more, because a longer one would be refused', () => {
    const line = `- ${'某市人民政府采集失败率过高'.repeat(6)}`;
    const content = contentOf(Array(20).fill(line).join('\n'));
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(4096);
    const lines = content.split('\n');
    expect(lines.length).toBeGreaterThan(10);
    expect(new Set(lines.slice(1, -1))).toEqual(new Set([line]));
    expect(lines.at(-1)).toContain('管理后台');
  });

  it('is cut inside a line that is too long by itself, between two signs', () => {
    const content = contentOf('', '长'.repeat(3000));
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(4096);
    expect(content).not.toContain('\ufffd');
  });
});
