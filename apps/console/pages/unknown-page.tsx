import { Link } from 'wouter';
import { EmptyHint } from '../parts/empty-hint.js';

export default function UnknownPage() {
  return (
    <EmptyHint why="没有这个页面，地址可能有误">
      <Link href="/">返回仪表盘</Link>
    </EmptyHint>
  );
}
