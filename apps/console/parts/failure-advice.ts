export interface FailureAdvice {
  title: string;
  cause: string;
  remedy: string;
}

const COOLDOWN = '平台会自动停手并在几分钟后恢复，一般无需处理；在“主机”页可以看到剩余时间。';
const SLOWER = '把采集目标的最小间隔调大（例如 60 秒以上），几分钟内生效；主机冷却会在 5 分钟内自动止血。';
const CHROMIUM = '确认抓取服务能使用 Chromium（CHROMIUM_PATH 或 BROWSERLESS_URL），并检查该主机的 Cookie。';

/** What failures mean and what helps, by the reason code that stands before the colon of every stored failure. */
const ADVICE: Record<string, FailureAdvice> = {
  network_reset: { title: '连接被重置', cause: '对方防火墙（WAF）可能在限流。', remedy: SLOWER },
  network_connect: {
    title: '无法建立连接',
    cause: '对方服务器没有应答或拒绝连接。',
    remedy: `稍后重试；持续出现时请用浏览器打开该地址核对。${COOLDOWN}`,
  },
  network_timeout: { title: '连接超时', cause: '对方服务器太慢，或在限流。', remedy: SLOWER },
  network_dns: {
    title: '域名无法解析',
    cause: '域名写错、已停用，或本机 DNS 不可用。',
    remedy: '核对站点地址；确认服务器能解析该域名。',
  },
  network_tls: {
    title: '证书或加密协议出错',
    cause: '对方证书过期、域名不符，或只支持旧协议。',
    remedy: '用浏览器打开核对；若网站同时提供 http 地址，可改用它。',
  },
  network_protocol: {
    title: '对方的应答不符合协议',
    cause: '对方服务器或中间设备返回了损坏的数据。',
    remedy: '稍后重试；持续出现时请联系网站方。',
  },
  ctct_challenge_unresolved: {
    title: '通防验证未通过',
    cause: '网站启用了通防保护，需要浏览器才能通过验证。',
    remedy: CHROMIUM,
  },
  blocked_challenge: { title: '遇到验证页面', cause: '网站要求先通过验证（脚本或验证码）。', remedy: CHROMIUM },
  blocked_soft: { title: '返回了拦截页面', cause: '网站返回的不是内容，而是拦截或提示页。', remedy: SLOWER },
  content_text_too_short: {
    title: '没有解析出正文',
    cause: '选择器没有匹中页面上的正文。',
    remedy: '在选择器工作台检查页面结构，为该采集目标改写正文选择器，或修改站点文件的 detail.content。',
  },
  body_too_short: {
    title: '页面内容过短',
    cause: '返回的页面几乎是空的，可能是跳转或拦截页。',
    remedy: '用浏览器打开核对；必要时把站点的抓取方式改为浏览器。',
  },
  site_changed: {
    title: '页面结构变了',
    cause: '页面还在，但已不是选择器或适配器认识的样子。',
    remedy: '在选择器工作台对照最近的页面修改选择器，然后重新解析。',
  },
  disk_full: {
    title: '磁盘已满',
    cause: '数据目录所在的磁盘没有剩余空间，文章无法保存。',
    remedy: '腾出空间后重试失败的任务；已发现的文章仍在待采列表中，不会丢失。',
  },
  cooling_host: { title: '主机冷却中', cause: '该主机接连出现网络错误，平台暂停访问它。', remedy: COOLDOWN },
  cooling_breaker: { title: '主机熔断中', cause: '该主机接连失败，平台暂停访问它。', remedy: COOLDOWN },
  http_throttled: { title: '对方要求放慢', cause: '网站返回了 429 或要求稍后再试。', remedy: SLOWER },
  http_forbidden: {
    title: '对方拒绝访问',
    cause: '网站返回 403，可能限制了地区、频率或需要浏览器。',
    remedy: `${SLOWER}仍不行时把抓取方式改为浏览器。`,
  },
  http_not_found: {
    title: '页面不存在',
    cause: '文章已被撤下，或栏目地址已变更。',
    remedy: '若是栏目地址，请修改采集目标的入口地址；若是单篇文章，无需处理。',
  },
  http_gone: { title: '页面已被撤下', cause: '网站明确表示该页面不再提供。', remedy: '无需处理；已保存的内容会保留。' },
  http_server_error: {
    title: '对方服务器出错',
    cause: '网站返回了 5xx 错误。',
    remedy: '平台会自动重试；持续出现时请联系网站方。',
  },
  refused_robots: {
    title: 'robots.txt 不允许',
    cause: '网站的 robots.txt 不允许访问该地址。',
    remedy: '确认有权采集后，可在站点设置中关闭“遵守 robots”，该操作会记入日志。',
  },
  refused_address: {
    title: '地址不允许访问',
    cause: '该地址指向内网或保留地址，平台出于安全拒绝访问。',
    remedy: '核对入口地址；公开网站不应指向内网。',
  },
  limit_bytes: { title: '内容过大', cause: '页面或文件超过大小上限。', remedy: '确认确有需要后调高上限。' },
  limit_redirects: {
    title: '跳转次数过多',
    cause: '网站在地址之间来回跳转，常见于需要 Cookie 的页面。',
    remedy: '把抓取方式改为浏览器，或核对入口地址。',
  },
  running_long: {
    title: '运行超过 10 分钟',
    cause: '全量抓取或间隔较大的栏目需要较长时间；若当前标题长时间不变，可能卡在某次请求上。',
    remedy: '进度还在变化就无需处理；不变时取消后重试。运行它的进程若已失联，几分钟后会由另一个进程接手。',
  },
  poisoned: {
    title: '多次使程序崩溃，已搁置',
    cause: '同一任务连续三次使工作进程中断。',
    remedy: '查看日志中的崩溃原因，修复后点“重试”。',
  },
  lease_lost: {
    title: '工作进程失联',
    cause: '运行任务的进程中断或网络断开，另一个进程会接手。',
    remedy: '一般无需处理；反复出现时请检查服务器负载。',
  },
  sanitize: {
    title: '字段过长或含非法字符，已清洗',
    cause: '入库前清洗了字段（截断或剔除字符），文章没有丢失。',
    remedy: '按日志中的字段名检查选择器是否选到了过多内容。',
  },
};

const PATTERNS: [RegExp, string][] = [
  [/ECONNRESET|ConnectionReset/i, 'network_reset'],
  [/\b(1366|1406)\b/, 'sanitize'],
  [/\b429\b/, 'http_throttled'],
  [/poison|crashed \d+ times/i, 'poisoned'],
];

/** Null for what we have no advice on: its own words are shown then. */
export function failureAdvice(message: string): FailureAdvice | null {
  const code = /^([a-z]+(?:_[a-z]+)*)(?=:|$)/.exec(message.trim())?.[1];
  const known = code !== undefined && Object.hasOwn(ADVICE, code) ? ADVICE[code] : undefined;
  if (known) return known;
  const pattern = PATTERNS.find(([words]) => words.test(message));
  return pattern ? ADVICE[pattern[1]]! : null;
}
