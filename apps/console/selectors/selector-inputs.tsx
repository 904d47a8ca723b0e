import { type DetailSelectors, type SelectorMatchView } from '@govcrawler/contracts';
import { Input } from 'antd';
import { count } from '../parts/number-format.js';
import { DETAIL_FIELDS, FIELD_NAMES, type DetailField } from './detail-fields.js';

interface SelectorInputsProps {
  value: DetailSelectors;
  matches: SelectorMatchView[];
  edited: DetailField | null;
  disabled?: boolean;
  onChange: (value: DetailSelectors) => void;
  onEdit: (field: DetailField) => void;
}

/** One line per part of the page: its selector, and how many elements that finds. */
export function SelectorInputs({ value, matches, edited, disabled, onChange, onEdit }: SelectorInputsProps) {
  return (
    <div className="selector-inputs">
      {FIELD_NAMES.map((name) => {
        const { label, color } = DETAIL_FIELDS[name];
        const match = matches.find(({ field }) => field === name);
        return (
          <div key={name} className={edited === name ? 'selector-line edited' : 'selector-line'}>
            <label htmlFor={`selector-${name}`}>
              <span className="selector-colour" style={{ background: color }} />
              {label}
            </label>
            <Input
              id={`selector-${name}`}
              value={value[name] ?? ''}
              disabled={disabled}
              maxLength={1000}
              spellCheck={false}
              placeholder={match?.selector ?? '自动识别'}
              onFocus={() => onEdit(name)}
              onChange={(event) => onChange({ ...value, [name]: event.target.value })}
            />
            <span className={match?.count === 0 ? 'selector-count failure-text' : 'selector-count faint'}>
              {match ? `${count(match.count)} 处` : '—'}
            </span>
          </div>
        );
      })}
    </div>
  );
}
