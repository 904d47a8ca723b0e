import { type OpmlImportResult } from '@govcrawler/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useRef } from 'react';
import { change } from '../api/admin-client.js';
import { count } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';

/** Makes sources of all feeds of an OPML file, and says for each what became of it. */
export default function OpmlImport({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const bring = useMutation({
    mutationFn: async (file: File) => change('post', '/admin/api/sources/opml', { body: { opml: await file.text() } }),
    onSettled: () => Promise.all(['sources', 'sites'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
  return (
    <Modal open title="导入 OPML" onCancel={onClose} footer={<Button onClick={onClose}>完成</Button>}>
      <p className="faint">其他阅读器导出的订阅列表；文件夹会成为分类，已有的地址会跳过。</p>
      <Button loading={bring.isPending} onClick={() => input.current?.click()}>
        选择文件
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".opml,.xml,text/xml,text/x-opml"
        aria-label="OPML 文件"
        onChange={({ target }) => target.files?.[0] && bring.mutate(target.files[0])}
      />
      {bring.error && <ProblemAlert error={bring.error} />}
      {bring.data && <Outcome {...bring.data} />}
    </Modal>
  );
}

function Outcome({ created, duplicates, refused }: OpmlImportResult) {
  return (
    <>
      <p role="status">
        新增 <b>{count(created.length)}</b> 个，跳过重复 {count(duplicates.length)} 个，未能导入 {count(refused.length)}{' '}
        个
      </p>
      {refused.length > 0 && (
        <ul className="refused-feeds">
          {refused.map(({ url, name, message }) => (
            <li key={`${name} ${url}`}>
              {name || url} <span className="failure-text">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
