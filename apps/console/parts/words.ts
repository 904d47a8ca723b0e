import {
  type AlertChannelKind,
  type AlertDeliveryView,
  type AlertRule,
  type AlertSeverity,
  type AlertView,
  type ApiKeyView,
  type ApiScope,
  type ArticleStatus,
  type AttachmentStatus,
  type CrawlJobState,
  type CrawlTrigger,
  type HostRow,
  type NothingNewReason,
  type CheckOutcomeWord,
  type ScheduledRun,
  type SourceState,
  type UserRole,
  type Validity,
} from '@govcrawler/contracts';

/* The Chinese words and colours of everything that the API names by a code. */

interface Word {
  text: string;
  color: string;
}

export const ARTICLE_STATUS: Record<ArticleStatus, Word & { hint: string }> = {
  ready: { text: '可用', color: 'success', hint: '正文、附件或图片完整，可供下游使用' },
  failed: { text: '内容缺失', color: 'error', hint: '页面已保存，但没有解析出正文、附件或图片' },
  raw: { text: '未解析', color: 'default', hint: '只保存了原始页面' },
};

export const JOB_STATE: Record<CrawlJobState, Word> = {
  queued: { text: '排队中', color: 'default' },
  running: { text: '运行中', color: 'processing' },
  done: { text: '已完成', color: 'success' },
  failed: { text: '失败', color: 'error' },
  cancelled: { text: '已取消', color: 'warning' },
};

export const TRIGGER: Record<CrawlTrigger, string> = {
  cron: '定时',
  manual: '手动',
  bulk: '批量',
  cli: '命令行',
  demo: '演示',
};

/** Who decided when a target runs. */
export const CRON_LEVEL: Record<ScheduledRun['level'], string> = {
  target: '采集目标自己的规则',
  column: '站点文件中的栏目',
  default_column: '站点文件的默认栏目',
  site: '站点的规则',
  default: '默认：每天凌晨分散运行',
};

export const NOTHING_NEW: Record<NothingNewReason, string> = {
  unchanged: '列表与上次完全相同',
  all_known: '列表中的文章此前都已采集',
  list_empty: '列表页没有任何文章，请检查列表选择器',
  all_failed: '发现了新文章，但全部采集失败',
  list_unreachable: '列表页无法访问',
  cancelled: '任务被取消',
};

export const ATTACHMENT_STATUS: Record<AttachmentStatus, Word> = {
  pending: { text: '待下载', color: 'default' },
  downloaded: { text: '已下载', color: 'success' },
  failed: { text: '下载失败', color: 'error' },
};

export const VALIDITY: Record<Validity, Word> = {
  effective: { text: '现行有效', color: 'success' },
  expired: { text: '已失效', color: 'warning' },
  abolished: { text: '已废止', color: 'error' },
};

export const ROLE: Record<UserRole, string> = {
  viewer: '查看者',
  operator: '操作员',
  admin: '管理员',
};

/** What a key of a program allows. */
export const API_SCOPE: Record<ApiScope, string> = {
  'articles:read': '读取文章',
  'changes:read': '读取变更',
  'consumers:read': '查看消费者',
  'consumers:write': '管理消费者',
  'targets:run': '运行采集目标',
  'export:read': '导出',
};

export const KEY_STATE: Record<ApiKeyView['state'], Word> = {
  active: { text: '有效', color: 'success' },
  expired: { text: '已过期', color: 'default' },
  revoked: { text: '已吊销', color: 'error' },
};

/** How a page was fetched. */
export const FETCH_STRATEGY: Record<string, string> = {
  httpx: '直接请求',
  playwright: '浏览器',
  drission: '浏览器',
};

export const AUDIT_SUBJECT: Record<string, string> = {
  site: '站点',
  target: '采集目标',
  article: '文章',
  department: '部门',
  job: '任务',
  user: '用户',
  session: '登录',
  key: '密钥',
  settings: '设置',
  channel: '通知通道',
  alert: '告警',
  source: '信息源',
  host: '主机',
  consumer: '消费者',
};

const AUDIT_VERB: Record<string, string> = {
  create: '新增',
  update: '修改',
  toggle: '启停',
  delete: '删除',
  run: '运行',
  cancel: '取消',
  retry: '重试',
  parser: '修改选择器',
  open: '建立',
  close: '结束',
  revoke: '吊销',
  acknowledge: '确认',
  reparse: '重新解析',
  pause: '暂停',
  resume: '恢复',
};

/** site.create -> 新增站点; what is not known stays as it is. */
export function auditAction(action: string): string {
  const [subject = '', verb = ''] = action.split('.');
  const words = AUDIT_VERB[verb];
  return words && AUDIT_SUBJECT[subject] ? `${words}${AUDIT_SUBJECT[subject]}` : action;
}

export const SOURCE_STATE: Record<SourceState, Word> = {
  scheduled: { text: '等待检查', color: 'success' },
  checking: { text: '正在检查', color: 'processing' },
  backoff: { text: '退避中', color: 'warning' },
  stopped: { text: '已停止', color: 'error' },
  gone: { text: '已消失', color: 'error' },
  fixed: { text: '定时', color: 'default' },
  disabled: { text: '停用', color: 'default' },
};

/** Why a source is asked when it is, where it does not schedule itself. */
export const SOURCE_WHY: Partial<Record<SourceState, string>> = {
  fixed: '按固定时间运行；发布满三次后改为按规律自动安排',
  disabled: '已停用，不会检查',
  stopped: '凭据失效，更新后点开恢复',
  gone: '网站声明地址已永久失效',
};

/** How often a source is asked. */
export const CADENCE: Record<string, string> = {
  P0: '15 分钟',
  P1: '30 分钟',
  P2: '1 小时',
  P3: '2 小时',
  P4: '4 小时',
  P5: '8 小时',
  P6: '每天',
};

export const CHECK_OUTCOME: Record<CheckOutcomeWord, Word> = {
  found: { text: '有新文章', color: 'success' },
  nothing: { text: '没有新文章', color: 'default' },
  unchanged: { text: '内容未变', color: 'default' },
  failed: { text: '失败', color: 'error' },
  cancelled: { text: '已取消', color: 'warning' },
  lost: { text: '记录丢失', color: 'warning' },
};

export const HOST_STATE: Record<HostRow['state'], Word> = {
  ready: { text: '正常', color: 'success' },
  cooling: { text: '冷却中', color: 'warning' },
  open: { text: '熔断', color: 'error' },
  half_open: { text: '试探中', color: 'processing' },
  retry_after: { text: '对方要求等待', color: 'warning' },
  paused: { text: '已暂停', color: 'default' },
};

export const SEVERITY: Record<AlertSeverity, Word> = {
  warning: { text: '注意', color: 'warning' },
  critical: { text: '严重', color: 'error' },
};

export const ALERT_RULE: Record<AlertRule, string> = {
  site_failing: '站点失败',
  all_failing: '全部失败',
  target_silent: '长期无新文章',
  selector_drift: '选择器失效',
  host_blocked: '主机被封',
  queue_old: '队列积压',
  disk_low: '磁盘不足',
};

export const ALERT_KIND: Record<AlertView['kind'], string> = {
  job_failed: '任务失败',
  target_failing: '抓取失败',
  source_stopped: '信息源已停止检查',
  source_gone: '信息源已消失',
  source_moved: '信息源已迁移',
  ...ALERT_RULE,
};

export const CHANNEL_KIND: Record<AlertChannelKind, string> = {
  dingtalk: '钉钉机器人',
  feishu: '飞书机器人',
  wecom: '企业微信机器人',
  webhook: 'Webhook',
};

export const DELIVERY_KIND: Record<AlertDeliveryView['kind'], string> = {
  firing: '告警',
  recovered: '恢复',
  test: '测试',
};

export const DELIVERY_STATE: Record<AlertDeliveryView['state'], Word> = {
  pending: { text: '等待发送', color: 'processing' },
  sent: { text: '已送达', color: 'success' },
  failed: { text: '失败', color: 'error' },
};
