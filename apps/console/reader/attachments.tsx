import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined';
import { type AttachmentFileView } from '@govcrawler/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { change, read } from '../api/admin-client.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { ExternalLink } from '../parts/external-link.js';
import { Failure } from '../parts/failure-help.js';
import { fileSize } from '../parts/number-format.js';
import { useMessages } from '../parts/messages.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { ATTACHMENT_STATUS } from '../parts/words.js';
import { useMay } from '../session/session.js';

/** The files of an article: save them, look at them, or read the text that was found in them. */
export function Attachments({ articleId }: { articleId: number }) {
  const files = useQuery({
    queryKey: ['attachments', articleId],
    queryFn: ({ signal }) => read('/admin/api/articles/{id}/attachments', { path: { id: articleId }, signal }),
  });
  if (files.isPending) return <Skeleton active />;
  if (files.error) return <ProblemAlert error={files.error} onRetry={() => void files.refetch()} />;
  if (files.data.length === 0) return <EmptyHint why="这篇文章没有附件。" />;
  return (
    <ul className="reader-files">
      {files.data.map((file) => (
        <Attachment key={file.id} file={file} />
      ))}
    </ul>
  );
}

function Attachment({ file }: { file: AttachmentFileView }) {
  const [preview, setPreview] = useState<'picture' | 'text' | null>(null);
  const content = `/admin/api/attachments/${file.id}/content`;
  const toggle = (kind: 'picture' | 'text') => setPreview(preview === kind ? null : kind);
  return (
    <li>
      <div className="file-line">
        <PaperClipOutlined />
        <span className="file-name">{file.filename || file.url}</span>
        <span className="faint">{fileSize(file.sizeBytes)}</span>
        <Tag color={ATTACHMENT_STATUS[file.status].color}>{ATTACHMENT_STATUS[file.status].text}</Tag>
        <span className="row-actions push-end">
          {file.status === 'downloaded' && (
            <a href={content} download>
              下载
            </a>
          )}
          {file.showsInline && file.status === 'downloaded' && (
            <Button size="small" type="link" onClick={() => toggle('picture')} aria-expanded={preview === 'picture'}>
              预览
            </Button>
          )}
          {(file.textStatus === 'ready' || file.textStatus === 'limited') && (
            <Button size="small" type="link" onClick={() => toggle('text')} aria-expanded={preview === 'text'}>
              文字
            </Button>
          )}
          {file.status === 'failed' && <DownloadAgain id={file.id} />}
          <ExternalLink url={file.url}>来源</ExternalLink>
        </span>
      </div>
      {file.failReason && <Failure message={`${file.failReason}: ${file.failMessage ?? ''}`} />}
      {preview === 'picture' && (
        <iframe
          title={`${file.filename ?? '附件'}预览`}
          src={`${content}?inline=true`}
          sandbox=""
          className="file-preview"
        />
      )}
      {preview === 'text' && <AttachmentText id={file.id} />}
    </li>
  );
}

function DownloadAgain({ id }: { id: number }) {
  const mayRun = useMay('operator');
  const messages = useMessages();
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => change('post', '/admin/api/attachments/{id}/retry', { path: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['attachments'] }),
    onError: messages.problem,
  });
  if (!mayRun) return null;
  return (
    <Button size="small" type="link" loading={again.isPending} onClick={() => again.mutate()}>
      重新下载
    </Button>
  );
}

function AttachmentText({ id }: { id: number }) {
  const text = useQuery({
    queryKey: ['attachment-text', id],
    queryFn: ({ signal }) => read('/admin/api/attachments/{id}/text', { path: { id }, signal }),
  });
  if (text.isPending) return <Skeleton active />;
  if (text.error) return <ProblemAlert error={text.error} onRetry={() => void text.refetch()} />;
  return (
    <div className="file-text">
      {text.data.text || '没有读出文字'}
      {text.data.truncated && <p className="faint">文字较长，这里只显示开头部分。</p>}
    </div>
  );
}
