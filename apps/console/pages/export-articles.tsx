import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined';
import { Button, Dropdown } from 'antd';
import { count } from '../parts/number-format.js';
import { type articleQuery } from './article-filters.js';

const FORMATS = [
  { key: 'csv', label: 'CSV 表格（不含正文）', query: { format: 'csv' } },
  { key: 'csv-text', label: 'CSV 表格（含正文）', query: { format: 'csv', text: 'true' } },
  { key: 'jsonl', label: 'JSONL（含正文）', query: { format: 'jsonl', text: 'true' } },
];

/** All articles that the filters find, as a file; the browser saves it while the server writes it. */
export function ExportArticles({ asked, total }: { asked: ReturnType<typeof articleQuery>; total: number }) {
  const said = Object.entries(asked).filter(([, value]) => value !== '');
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: FORMATS.map(({ key, label, query }) => ({
          key,
          label: (
            <a href={`/admin/api/articles/export?${new URLSearchParams([...said, ...Object.entries(query)])}`} download>
              {label}
            </a>
          ),
        })),
      }}
    >
      <Button
        icon={<DownloadOutlined aria-hidden />}
        disabled={total === 0}
        title={`导出符合条件的 ${count(total)} 篇`}
      >
        导出
      </Button>
    </Dropdown>
  );
}
