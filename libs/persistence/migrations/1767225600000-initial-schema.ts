import { Table, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { foreignKey, index, MigrationColumns, nullable, primary, unique } from './migration-columns.js';

/**
 * The whole schema at once. The source document's history (0001 single table, 0002 rebuild into four tables, 0003
 * managed_by, 0004 department region, 0005 crawl_plan_json, 0006 site schedule_cron) describes databases of another
 * program that nobody migrates from; its outcome is what this migration creates.
 */
export class InitialSchema1767225600000 implements MigrationInterface {
  name = 'InitialSchema1767225600000';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = Dialect.of(runner.dataSource);
    // MySQL commits every CREATE TABLE by itself: a run that was cut short goes on where it stopped.
    for (const table of tables(dialect)) await runner.createTable(new Table(table), true);
    const counters = (await runner.query('SELECT id FROM change_counter')) as unknown[];
    if (counters.length === 0) await runner.query('INSERT INTO change_counter (id, last_seq) VALUES (1, 0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    const names = tables(Dialect.of(runner.dataSource)).map(({ name }) => name);
    for (const name of names.reverse()) await runner.dropTable(name);
  }
}

/** In the order in which foreign keys need them. */
function tables(dialect: Dialect): TableOptions[] {
  return [
    department,
    site,
    target,
    article,
    articleRevision,
    articleChange,
    changeCounter,
    attachment,
    crawlLog,
    crawlJob,
    hostLease,
    appSettings,
    consoleUser,
    sourceStats,
  ].map((table) => table(dialect));
}

function department(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'local_department');
  return {
    name: 'local_department',
    columns: [
      c.id('dept_id', 'int'),
      c.text('full_name'),
      nullable(c.text('short_name')),
      nullable(c.text('region')),
      nullable(c.text('category')),
    ],
    indices: [unique('uq_local_department_name', 'full_name')],
  };
}

function site(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'crawl_site');
  return {
    name: 'crawl_site',
    columns: [
      c.id('id', 'int'),
      c.text('site_code'),
      c.text('site_name'),
      c.text('base_url'),
      c.text('cms_adapter', 'yaml'),
      nullable(c.json('adapter_params_json')),
      c.text('default_fetch_strategy', 'httpx'),
      nullable(c.text('schedule_cron')),
      c.boolean('enabled', true),
      nullable(c.text('disabled_by')),
      nullable(c.text('yaml_path')),
      c.text('managed_by', 'yaml'),
      nullable(c.json('crawl_plan_json')),
      c.boolean('respect_robots', true),
      c.text('robots_on_error', 'allow'),
      c.insertTime('created_at'),
      c.insertTime('updated_at'),
    ],
    indices: [unique('uq_crawl_site_code', 'site_code')],
  };
}

function target(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'crawl_target');
  return {
    name: 'crawl_target',
    columns: [
      c.id('id', 'int'),
      c.int('site_id'),
      c.text('target_code'),
      c.text('target_name'),
      c.text('entry_url'),
      nullable(c.text('channel_name')),
      nullable(c.text('channel_path')),
      nullable(c.text('content_category')),
      nullable(c.text('content_subcategory')),
      nullable(c.int('dept_id')),
      nullable(c.text('schedule_cron')),
      nullable(c.double('interval_sec')),
      nullable(c.double('interval_jitter_sec')),
      nullable(c.json('parser_override_json')),
      c.boolean('enabled', true),
      nullable(c.text('disabled_by')),
      c.text('managed_by', 'yaml'),
      nullable(c.moment('last_crawled_at')),
      nullable(c.moment('last_article_time')),
      c.insertTime('created_at'),
      c.insertTime('updated_at'),
    ],
    indices: [
      unique('uq_crawl_target_code', 'target_code'),
      index('ix_crawl_target_site', 'site_id'),
      index('ix_crawl_target_dept', 'dept_id'),
    ],
    foreignKeys: [
      foreignKey('fk_crawl_target_site', 'site_id', ['crawl_site', 'id'], 'CASCADE'),
      foreignKey('fk_crawl_target_dept', 'dept_id', ['local_department', 'dept_id'], 'SET NULL'),
    ],
  };
}

function article(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'article');
  return {
    name: 'article',
    columns: [
      c.id(),
      c.int('site_id'),
      nullable(c.int('target_id')),
      nullable(c.int('dept_id')),
      c.text('url'),
      nullable(c.text('final_url')),
      c.text('url_hash'),
      nullable(c.text('native_post_id')),
      c.text('title'),
      nullable(c.moment('publish_time')),
      nullable(c.day('publish_date')),
      nullable(c.day('written_date')),
      nullable(c.text('source_raw')),
      nullable(c.text('publisher')),
      nullable(c.text('channel_name')),
      nullable(c.text('channel_path')),
      nullable(c.text('content_category')),
      nullable(c.text('content_subcategory')),
      nullable(c.text('index_no')),
      nullable(c.text('doc_no')),
      nullable(c.text('topic_words')),
      nullable(c.text('open_category')),
      nullable(c.text('validity')),
      nullable(c.json('metadata_json')),
      nullable(c.text('content_text')),
      nullable(c.text('content_html')),
      nullable(c.text('content_markdown')),
      c.text('content_hash'),
      nullable(c.text('raw_sha256')),
      nullable(c.text('raw_html_path')),
      nullable(c.text('text_path')),
      c.boolean('has_attachment', false),
      c.text('status'),
      nullable(c.text('fetch_strategy')),
      nullable(c.int('http_status')),
      c.moment('fetched_at'),
      nullable(c.moment('exported_to_rag_at')),
      c.int('revision', 1),
      nullable(c.text('content_full_html')),
      nullable(c.moment('content_full_fetched_at')),
      nullable(c.text('content_full_error')),
      nullable(c.text('content_full_source_url')),
      c.insertTime('created_at'),
      c.insertTime('updated_at'),
    ],
    indices: [
      unique('uq_article_url_hash', 'url_hash'),
      unique('uq_article_native_post', 'site_id', 'native_post_id'),
      index('ix_article_fetched', 'fetched_at'),
      index('ix_article_published', 'publish_time'),
      index('ix_article_site_fetched', 'site_id', 'fetched_at'),
      index('ix_article_target_fetched', 'target_id', 'fetched_at'),
      index('ix_article_dept', 'dept_id'),
    ],
    foreignKeys: [
      // Deleting a site must say what becomes of its documents first; deleting a target keeps them.
      foreignKey('fk_article_site', 'site_id', ['crawl_site', 'id'], 'RESTRICT'),
      foreignKey('fk_article_target', 'target_id', ['crawl_target', 'id'], 'SET NULL'),
      foreignKey('fk_article_dept', 'dept_id', ['local_department', 'dept_id'], 'SET NULL'),
    ],
  };
}

function articleRevision(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'article_revision');
  return {
    name: 'article_revision',
    columns: [
      c.id(),
      c.bigint('article_id'),
      c.int('revision'),
      c.text('title'),
      nullable(c.moment('publish_time')),
      nullable(c.text('source_raw')),
      nullable(c.text('publisher')),
      nullable(c.text('index_no')),
      nullable(c.text('doc_no')),
      nullable(c.text('topic_words')),
      nullable(c.text('open_category')),
      nullable(c.text('content_text')),
      nullable(c.text('content_html')),
      nullable(c.text('content_markdown')),
      c.text('content_hash'),
      nullable(c.text('raw_sha256')),
      nullable(c.text('raw_html_path')),
      nullable(c.text('text_path')),
      nullable(c.json('metadata_json')),
      c.moment('fetched_at'),
      c.insertTime('replaced_at'),
    ],
    indices: [unique('uq_article_revision', 'article_id', 'revision')],
    foreignKeys: [foreignKey('fk_article_revision_article', 'article_id', ['article', 'id'], 'CASCADE')],
  };
}

function articleChange(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'article_change');
  return {
    name: 'article_change',
    columns: [
      primary(c.bigint('seq')),
      c.bigint('article_id'),
      c.text('kind'),
      c.int('revision'),
      c.insertTime('created_at'),
    ],
    indices: [index('ix_article_change_article', 'article_id')],
  };
}

function changeCounter(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'change_counter');
  return { name: 'change_counter', columns: [primary(c.int('id')), c.bigint('last_seq')] };
}

function attachment(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'attachment');
  return {
    name: 'attachment',
    columns: [
      c.id(),
      c.bigint('article_id'),
      c.text('url'),
      c.text('url_hash'),
      nullable(c.text('file_path')),
      nullable(c.text('filename')),
      nullable(c.text('mime')),
      nullable(c.bigint('size_bytes')),
      nullable(c.text('sha256')),
      c.text('download_status', 'pending'),
      c.insertTime('created_at'),
    ],
    indices: [
      unique('uq_attachment_url', 'article_id', 'url_hash'),
      index('ix_attachment_sha256', 'sha256'),
      index('ix_attachment_status', 'download_status', 'id'),
    ],
    foreignKeys: [foreignKey('fk_attachment_article', 'article_id', ['article', 'id'], 'CASCADE')],
  };
}

function crawlLog(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'crawl_log');
  return {
    name: 'crawl_log',
    columns: [
      c.id(),
      c.int('site_id'),
      nullable(c.int('target_id')),
      nullable(c.bigint('article_id')),
      c.insertTime('occurred_at'),
      c.boolean('success', true),
      nullable(c.int('http_status')),
      nullable(c.text('fetch_strategy')),
      nullable(c.int('duration_ms')),
      nullable(c.text('error_msg')),
      nullable(c.text('url')),
    ],
    indices: [
      index('ix_crawl_log_time', 'occurred_at'),
      index('ix_crawl_log_site_time', 'site_id', 'occurred_at'),
      index('ix_crawl_log_target_time', 'target_id', 'occurred_at'),
      index('ix_crawl_log_article', 'article_id'),
    ],
    foreignKeys: [
      foreignKey('fk_crawl_log_site', 'site_id', ['crawl_site', 'id'], 'CASCADE'),
      foreignKey('fk_crawl_log_target', 'target_id', ['crawl_target', 'id'], 'SET NULL'),
      foreignKey('fk_crawl_log_article', 'article_id', ['article', 'id'], 'SET NULL'),
    ],
  };
}

function crawlJob(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'crawl_job');
  return {
    name: 'crawl_job',
    columns: [
      c.id(),
      c.int('target_id'),
      c.text('host_key'),
      c.text('trigger_kind'),
      nullable(c.moment('tick')),
      c.text('tick_key'),
      c.boolean('force_full', false),
      nullable(c.int('max_items')),
      c.text('state', 'queued'),
      c.boolean('stop_requested', false),
      c.int('attempts', 0),
      c.int('crashes', 0),
      nullable(c.text('worker_id')),
      nullable(c.bigint('lease_token')),
      nullable(c.json('progress_json')),
      nullable(c.json('summary_json')),
      nullable(c.text('error')),
      c.insertTime('created_at'),
      nullable(c.moment('started_at')),
      nullable(c.moment('finished_at')),
      c.insertTime('updated_at'),
    ],
    indices: [
      unique('uq_crawl_job_tick', 'target_id', 'tick_key'),
      index('ix_crawl_job_state', 'state', 'id'),
      index('ix_crawl_job_host', 'host_key', 'state'),
    ],
    foreignKeys: [foreignKey('fk_crawl_job_target', 'target_id', ['crawl_target', 'id'], 'CASCADE')],
  };
}

function hostLease(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'host_lease');
  return {
    name: 'host_lease',
    columns: [
      primary(c.text('host_key')),
      nullable(c.text('holder')),
      c.bigint('token'),
      c.insertTime('acquired_at'),
      c.moment('expires_at'),
    ],
  };
}

function appSettings(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'app_settings');
  return {
    name: 'app_settings',
    columns: [primary(c.text('setting_key')), c.json('value_json'), c.insertTime('updated_at')],
  };
}

function consoleUser(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'console_user');
  return {
    name: 'console_user',
    columns: [
      c.id('id', 'int'),
      c.text('username'),
      c.text('password_hash'),
      c.text('role'),
      c.insertTime('created_at'),
    ],
    indices: [unique('uq_console_user_name', 'username')],
  };
}

function sourceStats(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'source_stats');
  return {
    name: 'source_stats',
    columns: [
      primary(c.text('source_id')),
      c.text('source_type', 'rss'),
      c.text('frequency_type', 'daily'),
      c.text('cadence', 'P2'),
      nullable(c.double('avg_publish_hour')),
      nullable(c.double('std_publish_hour')),
      nullable(c.moment('next_due_at')),
      nullable(c.moment('last_check_at')),
      nullable(c.moment('last_article_at')),
      c.int('fail_count', 0),
      nullable(c.moment('backoff_until')),
      nullable(c.text('last_error')),
      c.int('check_count', 0),
      c.int('hit_count', 0),
      c.insertTime('created_at'),
      c.insertTime('updated_at'),
    ],
    indices: [
      index('ix_source_stats_due', 'next_due_at'),
      index('ix_source_stats_cadence', 'cadence'),
      index('ix_source_stats_type', 'source_type'),
      index('ix_source_stats_type_due', 'source_type', 'next_due_at'),
    ],
  };
}
