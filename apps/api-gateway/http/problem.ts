import { type Problem } from '@govcrawler/contracts';

/** Every error code of the gateway with its status and Chinese title; codes are stable, clients may rely on them. */
const PROBLEMS = {
  validation_failed: { status: 400, title: '请求参数不正确' },
  malformed_request: { status: 400, title: '请求格式不正确' },
  unauthenticated: { status: 401, title: '请先登录' },
  wrong_key: { status: 401, title: '密钥无效或已失效' },
  wrong_credentials: { status: 401, title: '用户名或密码错误' },
  cross_site_refused: { status: 403, title: '拒绝来自其他网站的请求' },
  forbidden: { status: 403, title: '没有权限执行此操作' },
  route_not_found: { status: 404, title: '请求的地址不存在' },
  console_not_built: { status: 404, title: '管理后台尚未构建' },
  site_not_found: { status: 404, title: '站点不存在' },
  department_not_found: { status: 404, title: '部门不存在' },
  target_not_found: { status: 404, title: '采集目标不存在' },
  article_not_found: { status: 404, title: '文章不存在' },
  attachment_not_found: { status: 404, title: '附件不存在' },
  revision_not_found: { status: 404, title: '版本不存在' },
  file_not_found: { status: 404, title: '文件不存在' },
  user_not_found: { status: 404, title: '用户不存在' },
  session_not_found: { status: 404, title: '登录会话不存在' },
  key_not_found: { status: 404, title: '密钥不存在' },
  discovery_not_found: { status: 404, title: '栏目发现不存在' },
  reparse_not_found: { status: 404, title: '重新解析任务不存在' },
  raw_page_missing: { status: 404, title: '没有保存原始页面' },
  inspection_not_found: { status: 404, title: '页面检查不存在' },
  host_not_found: { status: 404, title: '主机不存在' },
  consumer_not_found: { status: 404, title: '消费者不存在' },
  alert_not_found: { status: 404, title: '告警、通道或投递记录不存在' },
  proposal_not_found: { status: 404, title: '选择器建议不存在' },
  briefing_not_found: { status: 404, title: '简报不存在' },
  job_not_found: { status: 404, title: '任务不存在' },
  site_disabled: { status: 409, title: '站点已停用' },
  host_paused: { status: 409, title: '主机已暂停' },
  target_disabled: { status: 409, title: '采集目标已停用' },
  already_exists: { status: 409, title: '编号或名称已被使用' },
  managed_by_file: { status: 409, title: '由配置文件管理，不能在后台修改' },
  confirmation_required: { status: 409, title: '此操作会删除数据，需要确认' },
  crawl_running: { status: 409, title: '有采集任务正在运行' },
  last_admin: { status: 409, title: '必须保留一个可用的管理员' },
  attachment_present: { status: 409, title: '附件已下载' },
  job_not_failed: { status: 409, title: '任务没有失败，无需重试' },
  discovery_not_finished: { status: 409, title: '栏目发现还没有结果' },
  reparse_running: { status: 409, title: '此采集目标正在重新解析' },
  reparse_not_previewed: { status: 409, title: '请先完成一次预览再应用' },
  parser_not_saved: { status: 409, title: '预览所用的选择器尚未保存，请先保存' },
  secrets_key_missing: { status: 409, title: '此服务没有 SECRETS_KEY，不能保存密钥' },
  no_sites_folder: { status: 409, title: '此服务没有可写的站点配置目录，请改用 yaml 方式取得内容' },
  no_default_column: { status: 409, title: '站点没有可用的默认栏目配置' },
  cursor_superseded: { status: 409, title: '游标已失效' },
  cursor_ahead: { status: 409, title: '游标超出范围' },
  filter_not_allowed: { status: 400, title: '不能指定过滤条件' },
  cursor_invalid: { status: 400, title: '游标无效' },
  version_conflict: { status: 412, title: '内容已被他人修改，请刷新后再试' },
  key_reused: { status: 422, title: '幂等键已用于另一个请求' },
  version_required: { status: 428, title: '修改时必须提供版本号' },
  model_not_configured: { status: 409, title: '没有配置大模型服务' },
  briefing_not_finished: { status: 409, title: '简报还没有完成' },
  job_finished: { status: 409, title: '任务已经结束' },
  body_too_large: { status: 413, title: '请求内容过大' },
  json_required: { status: 415, title: '请求内容必须是 JSON' },
  method_not_allowed: { status: 405, title: '此地址不支持该请求方法' },
  range_not_satisfiable: { status: 416, title: '请求的范围不存在' },
  too_many_logins: { status: 429, title: '登录失败次数过多，请稍后再试' },
  too_many_streams: { status: 503, title: '实时连接过多，请稍后再试' },
  request_refused: { status: 400, title: '请求被拒绝' },
  internal_error: { status: 500, title: '服务器内部错误' },
  not_ready: { status: 503, title: '服务尚未就绪' },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

export interface ProblemFacts {
  /** What exactly is wrong, in Chinese. */
  detail?: string;
  errors?: { field: string; message: string }[];
  /** What a deletion would take with it. */
  loses?: Record<string, number>;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** Thrown at the HTTP edge only: use cases return values, controllers turn refusals into this. */
export class ProblemException extends Error {
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  readonly errors: { field: string; message: string }[] | undefined;
  readonly loses: Record<string, number> | undefined;
  readonly headers: Record<string, string>;

  constructor(
    readonly code: ProblemCode,
    facts: ProblemFacts = {},
  ) {
    super(`${code}: ${facts.detail ?? PROBLEMS[code].title}`, { cause: facts.cause });
    this.name = 'ProblemException';
    this.status = PROBLEMS[code].status;
    this.title = PROBLEMS[code].title;
    this.detail = facts.detail;
    this.errors = facts.errors;
    this.loses = facts.loses;
    this.headers = facts.headers ?? {};
  }

  toProblem(requestId: string): Problem {
    const field = this.errors?.[0]?.field;
    return {
      type: `urn:govcrawler:problem:${this.code}`,
      title: this.title,
      status: this.status,
      code: this.code,
      ...(this.detail === undefined ? {} : { detail: this.detail }),
      ...(field === undefined ? {} : { field }),
      ...(this.errors ? { errors: this.errors } : {}),
      ...(this.loses ? { loses: this.loses } : {}),
      requestId,
    };
  }
}

/** The Chinese title that belongs to a code, for answers that list several refusals. */
export function problemTitle(code: ProblemCode): string {
  return PROBLEMS[code].title;
}
