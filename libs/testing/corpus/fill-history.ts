import { type Pool } from 'mysql2/promise';

const JOBS_PER_TARGET = 20;
/** Log rows: one every five seconds, which is a month of 500,000. */
const LOG_ROWS = 500_000;
const LOG_EVERY_SEC = 5;
const AUDIT_ROWS = 50_000;

/**
 * What years of running leave beside the articles of a corpus: files, crawls that ended, wait and run, a month of log
 * rows, sources that schedule themselves, and an audit log. Written by the server from rows that are there.
 */
export async function fillHistory(pool: Pool): Promise<void> {
  const run = (sql: string) => pool.query(sql);
  await run(`INSERT INTO attachment (article_id, url, url_hash, file_path, filename, mime, size_bytes, sha256,
      download_status, attempts, next_try_at, text_status)
    SELECT id, CONCAT(url, '.pdf'), SHA2(CONCAT(url, '.pdf'), 256), CONCAT('attachments/', id, '.pdf'),
      CONCAT('附件', id, '.pdf'), 'application/pdf', 1000 + id, SHA2(CONCAT('file', id), 256), 'done', 1, NULL, 'none'
    FROM article WHERE has_attachment`);
  await run(`INSERT INTO crawl_log (site_id, target_id, article_id, occurred_at, success, http_status, fetch_strategy,
      duration_ms, error_msg, url)
    SELECT a.site_id, a.target_id, IF(a.id % 40 = 0, NULL, a.id),
      UTC_TIMESTAMP(3) - INTERVAL (last.id - a.id) * ${LOG_EVERY_SEC} SECOND, a.id % 40 <> 0,
      IF(a.id % 40 = 0, 503, 200), 'httpx', 200 + a.id % 900, IF(a.id % 40 = 0, 'HTTP 503', NULL), a.url
    FROM article AS a JOIN (SELECT MAX(id) AS id FROM article) AS last WHERE a.id > last.id - ${LOG_ROWS}`);
  await run(`INSERT INTO crawl_job (target_id, host_key, trigger_kind, tick_key, state, attempts, summary_json,
      created_at, started_at, finished_at, updated_at)
    SELECT target.id, target.host, 'cron', CONCAT('corpus', n.n),
      CASE WHEN n.n > 0 THEN IF((target.id + n.n) % 50 = 0, 'failed', 'done')
           WHEN target.id % 20 = 0 THEN 'queued' WHEN target.id % 500 = 1 THEN 'running' ELSE 'done' END,
      1, '{"itemsSeen":20,"itemsNew":1,"itemsFailed":0}', target.moment, target.moment,
      IF(n.n = 0 AND (target.id % 20 = 0 OR target.id % 500 = 1), NULL, target.moment), target.moment
    FROM (SELECT id, SUBSTRING_INDEX(SUBSTRING_INDEX(entry_url, '/', 3), '/', -1) AS host,
        UTC_TIMESTAMP(3) - INTERVAL id MINUTE AS moment FROM crawl_target) AS target
    JOIN (${Array.from({ length: JOBS_PER_TARGET }, (_, n) => `SELECT ${JOBS_PER_TARGET - 1 - n} AS n`).join(' UNION ALL ')}) AS n`);
  await run(`UPDATE crawl_target SET schedule_cron = 'adaptive' WHERE id % 5 = 0`);
  await run(`INSERT INTO source_stats (source_id, source_type, target_id, next_due_at, last_check_at, check_count,
      hit_count, cadence)
    SELECT CONCAT('target:', target_code), 'yaml', id, UTC_TIMESTAMP(3) + INTERVAL id MINUTE, UTC_TIMESTAMP(3), 40, 10, 'P2'
    FROM crawl_target WHERE id % 5 = 0`);
  await run(`INSERT INTO audit_log (actor, action, subject_kind, subject_key, after_json)
    SELECT 'admin', 'target.run', 'target', CONCAT('t', target_id), '{}' FROM crawl_job LIMIT ${AUDIT_ROWS}`);
  await run('ANALYZE TABLE attachment, crawl_log, crawl_job, crawl_target, source_stats, audit_log');
}
