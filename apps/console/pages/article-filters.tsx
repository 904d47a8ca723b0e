import { Button, Input, Select, Tag } from 'antd';
import { memo } from 'react';
import { DepartmentSelect, SiteSelect } from '../parts/choices.js';
import { ARTICLE_STATUS } from '../parts/words.js';

export const ARTICLE_FILTERS = ['q', 'site', 'target', 'dept', 'category', 'status', 'files', 'from', 'to'] as const;

type FilterName = (typeof ARTICLE_FILTERS)[number];
export type ArticleFilterValues = Record<FilterName, string>;

export const NO_FILTERS = Object.fromEntries(ARTICLE_FILTERS.map((name) => [name, null])) as Record<FilterName, null>;

export function isFiltered(filters: ArticleFilterValues): boolean {
  return ARTICLE_FILTERS.some((name) => filters[name] !== '');
}

/** The filters as the API calls them. */
export function articleQuery(filters: ArticleFilterValues) {
  return {
    q: filters.q,
    siteCode: filters.site,
    targetCode: filters.target,
    deptId: filters.dept,
    category: filters.category,
    status: filters.status,
    hasAttachment: filters.files,
    from: filters.from,
    to: filters.to,
  };
}

interface ArticleFiltersProps {
  filters: ArticleFilterValues;
  change: (changes: Partial<Record<FilterName, string | null | undefined>>) => void;
}

/** Drawn anew when one of its own filters changed, not with every page or article that is opened. */
export const ArticleFilters = memo(Filters, (before, now) => {
  return before.change === now.change && ARTICLE_FILTERS.every((name) => before.filters[name] === now.filters[name]);
});

function Filters({ filters, change }: ArticleFiltersProps) {
  return (
    <div className="filters">
      <Input.Search
        key={filters.q}
        defaultValue={filters.q}
        placeholder="关键词"
        aria-label="关键词"
        allowClear
        maxLength={200}
        className="filter-wide"
        onSearch={(q) => change({ q: q.trim() })}
      />
      <SiteSelect value={filters.site} onChange={(site) => change({ site, target: null })} />
      <DepartmentSelect value={filters.dept} onChange={(dept) => change({ dept })} />
      <Select
        allowClear
        placeholder="全部状态"
        aria-label="状态"
        className="filter"
        value={filters.status || undefined}
        onChange={(status) => change({ status })}
        options={Object.entries(ARTICLE_STATUS).map(([value, { text }]) => ({ value, label: text }))}
      />
      <Select
        allowClear
        placeholder="有无附件"
        aria-label="附件"
        className="filter"
        value={filters.files || undefined}
        onChange={(files) => change({ files })}
        options={[
          { value: 'true', label: '有附件' },
          { value: 'false', label: '无附件' },
        ]}
      />
      <span className="date-range">
        <span className="faint">发布日期</span>
        <DayInput label="发布日期从" value={filters.from} onChange={(from) => change({ from })} />
        <span className="faint">至</span>
        <DayInput label="发布日期到" value={filters.to} onChange={(to) => change({ to })} />
      </span>
      {filters.target && (
        <Tag closable={{ 'aria-label': '去掉采集目标条件' }} onClose={() => change({ target: null })}>
          采集目标：{filters.target}
        </Tag>
      )}
      {filters.category && (
        <Tag closable={{ 'aria-label': '去掉分类条件' }} onClose={() => change({ category: null })}>
          分类：{filters.category}
        </Tag>
      )}
      {isFiltered(filters) && (
        <Button type="link" onClick={() => change(NO_FILTERS)}>
          清除筛选
        </Button>
      )}
    </div>
  );
}

interface DayInputProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
}

/** The browser's own date field: a whole date picker would weigh more than the page. */
function DayInput({ label, value, onChange }: DayInputProps) {
  return (
    <Input
      type="date"
      aria-label={label}
      title={label}
      className="filter-day"
      value={value}
      min="1900-01-01"
      max="2999-12-31"
      onChange={({ target }) => target.validity.valid && onChange(target.value)}
    />
  );
}
