import { type FeedCandidate } from '@govcrawler/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, Modal, Spin, Tag } from 'antd';
import { useState } from 'react';
import { change, read } from '../api/admin-client.js';
import { beijingMinutes } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Failure } from '../parts/failure-help.js';
import { count } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';

/** Finds the feeds that a page offers; each becomes a source by one click. */
export default function FeedDiscovery({ onClose }: { onClose: () => void }) {
  const [id, setId] = useState<number | null>(null);
  const start = useMutation({
    mutationFn: (url: string) => change('post', '/admin/api/sources/discover', { body: { url } }),
    onSuccess: (started) => setId(started.id),
  });
  const search = useQuery({
    queryKey: ['feed-discovery', id],
    queryFn: ({ signal }) => read('/admin/api/sources/discover/{id}', { path: { id: id! }, signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.state) ? 1_000 : false),
  });
  const found = search.data;
  const isSearching = start.isPending || isUnderWay(found?.state);
  return (
    <Modal open title="从网页查找订阅源" footer={null} onCancel={onClose} width={640}>
      <Input.Search
        autoFocus
        aria-label="网页地址"
        placeholder="https://www.example.gov.cn/"
        enterButton="查找"
        maxLength={4000}
        loading={isSearching}
        onSearch={(url) => url.trim() !== '' && start.mutate(url.trim())}
      />
      {start.error && <ProblemAlert error={start.error} />}
      {search.error && <ProblemAlert error={search.error} onRetry={() => void search.refetch()} />}
      {isSearching && (
        <p role="status">
          <Spin size="small" /> 正在读取网页…
        </p>
      )}
      {found?.error && <Alert type="error" title={<Failure message={found.error} />} />}
      {found?.state === 'done' && found.feeds.length === 0 && (
        <EmptyHint why="这个网页没有 RSS 或 Atom 订阅源。可以用“添加栏目”按列表页采集。" />
      )}
      <ul className="found-feeds">
        {found?.feeds.map((feed) => (
          <FoundFeed key={feed.url} feed={feed} />
        ))}
      </ul>
    </Modal>
  );
}

function FoundFeed({ feed }: { feed: FeedCandidate }) {
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () =>
      change('post', '/admin/api/sources', { body: { url: feed.url, ...(feed.title ? { name: feed.title } : {}) } }),
    onSettled: () => Promise.all(['sources', 'sites'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
  const isSource = feed.code !== null || add.isSuccess;
  return (
    <li>
      <div className="two-lines">
        <span>
          {feed.title ?? '（无标题）'} <Tag>{feed.format}</Tag>
        </span>
        <span className="code" title={feed.url}>
          {feed.url}
        </span>
        <span className="code">
          {count(feed.entries)} 条{feed.newestAt && `，最新 ${beijingMinutes(feed.newestAt)}`}
        </span>
        {add.error && <ProblemAlert error={add.error} />}
      </div>
      {isSource ? (
        <Tag color="success">已是信息源</Tag>
      ) : (
        <Button size="small" type="primary" ghost loading={add.isPending} onClick={() => add.mutate()}>
          新增
        </Button>
      )}
    </li>
  );
}

function isUnderWay(state: string | undefined): boolean {
  return state === 'queued' || state === 'running';
}
