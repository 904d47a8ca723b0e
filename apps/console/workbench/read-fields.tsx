import { type DetailPreview, type ParserTryView } from '@govcrawler/contracts';
import { beijingMinutes } from '../parts/beijing-time.js';
import { count } from '../parts/number-format.js';
import { TextDifferences } from '../parts/text-differences.js';

const FIELDS: [string, (read: DetailPreview) => string | null][] = [
  ['标题', ({ title }) => title],
  ['发布时间', ({ publishTime }) => publishTime && beijingMinutes(publishTime)],
  ['来源', ({ source }) => source],
  ['文号', ({ docNo }) => docNo],
  ['索引号', ({ indexNo }) => indexNo],
  ['发布机构', ({ publisher }) => publisher],
  ['附件', ({ attachments }) => attachments.map(({ name, url }) => name || url).join('\n')],
  ['正文', ({ contentText }) => contentText],
];

/** What is read from the page: by what is saved, and by what is tried where that differs. */
export function ReadFields({ tried: { current, proposed } }: { tried: ParserTryView }) {
  return (
    <dl className="read-fields differences" aria-label="提取的字段">
      {FIELDS.map(([label, valueOf]) => {
        const [before, after] = [valueOf(current) ?? '', valueOf(proposed) ?? ''];
        const isText = label === '正文';
        return (
          <div key={label} className={before === after ? '' : 'changed'}>
            <dt>
              {label}
              {isText && <span className="faint"> {textLength(after)}</span>}
            </dt>
            <dd {...(isText ? LONG : {})}>
              {before === after ? (
                after || <span className="faint">没有</span>
              ) : (
                <TextDifferences {...{ before, after }} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Scrolls by itself, so the keyboard must reach it. */
const LONG = { className: 'read-text', tabIndex: 0 };
const SHOWN_TEXT = 5000;

/** Previews are cut by the server. */
function textLength({ length }: string): string {
  return length < SHOWN_TEXT ? `${count(length)} 字` : `前 ${count(SHOWN_TEXT)} 字`;
}
