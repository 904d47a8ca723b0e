/**
 * How long a text may be (in code points, as both databases count) and what it is. Entities, migrations and the
 * sanitiser all read this one table: a limit that changes here changes for all three.
 */
export interface TextLimit {
  /**
   * code: an identity, kept distinct when it must be shortened; line: short text; block: up to 64 KB on MySQL;
   * long: whatever comes.
   */
  kind: 'code' | 'line' | 'block' | 'long';
  limit: number;
}

const code = (limit: number): TextLimit => ({ kind: 'code', limit });
const line = (limit: number): TextLimit => ({ kind: 'line', limit });
const block = (limit: number): TextLimit => ({ kind: 'block', limit });
const long = (limit: number): TextLimit => ({ kind: 'long', limit });

const HASH = code(64);
const HOST = code(261); // a DNS name and its port
const URL_TEXT = block(8000);
const WORD = line(20);
const CRON = line(100);
const REASON = line(40);
const PATH = line(1000);
const MESSAGE = block(4000);
// Below MariaDB's default packet of 16 MB, also when every character takes four bytes.
const DOCUMENT = long(1_000_000);

const content = {
  title: block(4000),
  source_raw: line(500),
  publisher: line(500),
  index_no: line(200),
  doc_no: line(200),
  topic_words: line(500),
  open_category: line(200),
  // 14,000 code points of four bytes still fit MySQL's TEXT; the full text is in the text file.
  content_text: block(14_000),
  content_html: DOCUMENT,
  content_markdown: DOCUMENT,
  content_hash: HASH,
  raw_sha256: HASH,
  raw_html_path: PATH,
  text_path: PATH,
};

const channel = {
  channel_name: line(200),
  channel_path: line(1000),
  content_category: line(100),
  content_subcategory: line(100),
};

export const TEXT_LIMITS = {
  crawl_site: {
    site_code: code(100),
    site_name: line(200),
    base_url: line(1000),
    cms_adapter: line(50),
    default_fetch_strategy: WORD,
    schedule_cron: CRON,
    disabled_by: WORD,
    yaml_path: PATH,
    managed_by: WORD,
    robots_on_error: WORD,
  },
  crawl_target: {
    target_code: code(200),
    target_name: line(200),
    entry_url: URL_TEXT,
    ...channel,
    schedule_cron: CRON,
    disabled_by: WORD,
    managed_by: WORD,
  },
  article: {
    url: URL_TEXT,
    final_url: URL_TEXT,
    url_hash: HASH,
    native_post_id: code(64),
    ...content,
    ...channel,
    validity: WORD,
    status: WORD,
    fetch_strategy: WORD,
    content_full_html: long(2_000_000),
    content_full_error: MESSAGE,
    content_full_source_url: URL_TEXT,
  },
  article_revision: content,
  article_change: { kind: WORD, site_code: code(100), content_category: channel.content_category },
  feed_consumer: {
    name: code(100),
    created_by: line(100),
    webhook_url: URL_TEXT,
    webhook_secret: line(200),
    webhook_error: MESSAGE,
  },
  attachment: {
    url: URL_TEXT,
    url_hash: HASH,
    file_path: PATH,
    filename: line(500),
    mime: line(200),
    sha256: HASH,
    download_status: WORD,
    fail_reason: line(100),
    fail_message: MESSAGE,
    text_status: WORD,
    text_reason: line(100),
    text_path: PATH,
  },
  crawl_log: { fetch_strategy: WORD, error_msg: MESSAGE, url: URL_TEXT },
  crawl_job: {
    host_key: HOST,
    trigger_kind: WORD,
    tick_key: code(64),
    state: WORD,
    worker_id: line(200),
    error: MESSAGE,
  },
  errand: {
    kind: line(50),
    subject_key: code(200),
    active_key: code(260),
    lane: code(280),
    lease_key: HOST,
    state: WORD,
    worker_id: line(200),
    error: MESSAGE,
    created_by: line(100),
  },
  deleted_document: { url_hash: HASH, native_post_id: code(64) },
  pending_document: { url_hash: HASH, last_reason: line(100) },
  host_lease: { host_key: HOST, holder: line(200) },
  local_department: {
    full_name: code(200),
    short_name: line(100),
    region: line(100),
    category: line(100),
  },
  app_settings: { setting_key: code(100) },
  console_user: { username: code(100), password_hash: line(500), role: WORD },
  console_session: { token_hash: HASH, username: code(100), address: line(64), agent: line(300) },
  api_key: { name: line(100), prefix: line(30), key_hash: HASH, created_by: line(100) },
  login_attempt: { subject_hash: HASH },
  audit_log: {
    actor: line(100),
    action: line(50),
    subject_kind: WORD,
    subject_key: line(200),
    request_id: line(64),
  },
  alert_incident: {
    rule: line(50),
    subject: line(300),
    open_key: code(191),
    severity: WORD,
    title: line(500),
    message: MESSAGE,
    acknowledged_by: line(100),
  },
  alert_channel: { name: line(100), kind: WORD, url: URL_TEXT, secret: line(500), min_severity: WORD },
  alert_delivery: { kind: WORD, title: line(500), text: block(14_000), state: WORD, error: MESSAGE },
  briefing: {
    state: WORD,
    ranked_by: WORD,
    error: MESSAGE,
    deliver_to: line(100),
    delivery_state: WORD,
    delivery_error: MESSAGE,
    created_by: line(100),
  },
  article_summary: { content_hash: HASH, summary: block(2000), failure: MESSAGE, model: line(200) },
  search_posting: { term: code(64) },
  search_document: { doc_no_key: code(200) },
  source_stats: {
    source_id: code(191),
    source_type: WORD,
    frequency_type: WORD,
    cadence: WORD,
    last_error: MESSAGE,
    due_reason: REASON,
    due_why: MESSAGE,
  },
  source_check: {
    reason: REASON,
    why: MESSAGE,
    outcome: WORD,
    error: MESSAGE,
    next_reason: REASON,
    next_why: MESSAGE,
  },
  source_state: {
    source_id: code(191),
    plan_hash: HASH,
    etag: line(1000),
    last_modified: line(100),
    body_sha256: HASH,
    moved_to: URL_TEXT,
  },
} satisfies Record<string, Record<string, TextLimit>>;

export type TextTable = keyof typeof TEXT_LIMITS;

/** The limit of one column; asking for a column that has none is a mistake in this library. */
export function textLimit(table: string, column: string): TextLimit {
  const limit = (TEXT_LIMITS as Record<string, Record<string, TextLimit>>)[table]?.[column];
  if (!limit) throw new Error(`No text limit is defined for ${table}.${column}`);
  return limit;
}
