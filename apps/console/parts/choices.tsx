import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo } from 'react';
import { departmentsQuery, sitesQuery } from '../api/queries.js';

interface ChoiceProps {
  /** As the address has it; empty for none. A form gives value and onChange by itself. */
  value?: string;
  onChange?: (value: string | undefined) => void;
  className?: string;
  id?: string;
}

interface TargetChoiceProps extends ChoiceProps {
  site?: string;
}

/** Narrows a list to one site; finds it by a part of its name. */
export function SiteSelect({ value = '', onChange, className = 'filter-site' }: ChoiceProps) {
  const sites = useQuery(sitesQuery);
  const options = (sites.data ?? []).map(({ code, name }) => ({ value: code, label: name }));
  return (
    <FoundByName
      words="站点"
      {...{ value, onChange, className, options }}
      loading={sites.isPending}
      placeholder="全部站点"
    />
  );
}

/** Narrows a list to one target, of one site where that is chosen. */
export function TargetSelect({ value = '', onChange, site = '', className = 'filter-target' }: TargetChoiceProps) {
  const sites = useQuery(sitesQuery);
  const options = useMemo(
    () =>
      (sites.data ?? [])
        .filter(({ code }) => site === '' || code === site)
        .flatMap(({ name: siteName, targets }) =>
          targets.map(({ code, name }) => ({ value: code, label: site === '' ? `${siteName} · ${name}` : name })),
        ),
    [sites.data, site],
  );
  return (
    <FoundByName
      words="采集目标"
      {...{ value, onChange, className, options }}
      loading={sites.isPending}
      placeholder="全部采集目标"
    />
  );
}

/** Narrows a list to one department: 财政 finds 财政局. */
export function DepartmentSelect({
  id,
  value = '',
  onChange,
  className = 'filter-site',
  placeholder = '全部部门',
}: ChoiceProps & { placeholder?: string }) {
  const departments = useQuery(departmentsQuery);
  const options = (departments.data ?? []).map(({ id, fullName, shortName }) => ({
    value: String(id),
    label: shortName ? `${fullName}（${shortName}）` : fullName,
  }));
  return (
    <FoundByName
      words="部门"
      {...{ id, value, onChange, className, options, placeholder }}
      loading={departments.isPending}
    />
  );
}

interface FoundByNameProps extends ChoiceProps {
  value: string;
  words: string;
  placeholder: string;
  loading: boolean;
  options: { value: string; label: string }[];
}

function FoundByName({ words, value, onChange, options, ...rest }: FoundByNameProps) {
  // A filter from the address shows its code until the names are here.
  const known = value === '' || options.some((option) => option.value === value);
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={words}
      notFoundContent={`没有符合的${words}`}
      {...rest}
      value={value || undefined}
      onChange={onChange}
      options={known ? options : [{ value, label: value }, ...options]}
    />
  );
}
