/** Facts that government pages print beside a label. */
export type LabelKey =
  | 'title'
  | 'indexNo'
  | 'docNo'
  | 'publisher'
  | 'writtenDate'
  | 'publishDate'
  | 'topicWords'
  | 'openCategory'
  | 'validity'
  | 'source';

const NAMES: Record<LabelKey, string> = {
  indexNo: '索引号 信息索引号 索引编号 信息索引 索引 公开索引号 目录索引号 索取号',
  docNo:
    '发文字号 文号 文件编号 发文文号 文件文号 公文文号 文件字号 字号 发文号 文件号 发布文号 文书号 公文字号 公告号 批准文号 发文编号',
  publisher:
    '发文机关 发布机构 发文单位 发布单位 发文机构 制发机关 制定机关 公开主体 发布机关 公开责任部门 责任部门 公开机构 发布部门 发文部门 信息提供单位 公开单位 制定单位 制发单位 印发机关 印发单位 颁布单位 颁布机构 发布主体 公布机关 责任单位 信息公开单位',
  writtenDate:
    '成文日期 成文时间 生成日期 生成时间 发文日期 发文时间 印发日期 制发日期 形成日期 签发日期 发文日 成文日 制定日期 颁布日期 颁布时间 产生日期',
  publishDate:
    '发布日期 公开日期 发布时间 公开时间 发布 上网日期 公布日期 发表时间 发稿时间 刊发时间 发布日 公开发布日期 信息公开日期 信息发布日期 上网时间 公布时间 录入时间',
  topicWords: '主题词 关键词 关键字 主题关键词',
  openCategory: '主题分类 分类 信息分类 公开分类 所属主题 信息类别 公开类别 主题类别 所属分类 组配分类',
  validity:
    '有效性 时效 时效性 效力状态 文件状态 是否有效 效力 有效状态 信息有效性 文件有效性 时效状态 文件时效 公文时效 有效期 文件有效期 法规状态 政策状态 规范性文件有效性',
  source: '来源 信息来源 稿件来源 文章来源 稿源 内容来源 新闻来源',
  title: '名称 标题 信息名称 文件名称 公文名称 主题 文件标题 信息标题 公文标题 公开名称',
};

const KEYS = new Map<string, LabelKey>();
for (const [key, names] of Object.entries(NAMES)) {
  for (const name of names.split(' ')) KEYS.set(name, key as LabelKey);
}

/** What a label means; spaces inside it are only there to justify it. */
export function labelKey(label: string): LabelKey | undefined {
  return KEYS.get(label.replace(/\s+/g, ''));
}
