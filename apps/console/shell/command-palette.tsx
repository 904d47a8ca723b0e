import { type SiteView } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { sitesQuery } from '../api/queries.js';
import { PAGES } from './pages.js';

interface Command {
  key: string;
  kind: string;
  label: string;
  note?: string;
  href: string;
}

const SHOWN = 30;

/** Goes anywhere by a few letters: pages, sites, targets, or a search over all articles. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const sites = useQuery(sitesQuery);
  const commands = useMemo(() => find(text, sites.data ?? []), [text, sites.data]);
  const go = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    navigate(command.href);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const next = (active + step + commands.length) % Math.max(1, commands.length);
      setActive(next);
      document.getElementById(`command-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      go(commands[active]);
    }
  };
  return (
    <Modal open footer={null} closable={false} onCancel={onClose} width={600} className="palette" title="命令面板">
      <Input
        autoFocus
        size="large"
        value={text}
        placeholder="输入页面、站点、采集目标，或文章关键词"
        aria-label="命令"
        role="combobox"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={commands.length > 0 ? `command-${active}` : undefined}
        maxLength={100}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="commands" role="listbox" aria-label="结果" className="commands">
        {commands.map((command, index) => (
          <li
            key={command.key}
            id={`command-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseMove={() => setActive(index)}
            onClick={() => go(command)}
          >
            <span className="command-kind">{command.kind}</span>
            <span className="command-label">{command.label}</span>
            {command.note && <span className="faint command-note">{command.note}</span>}
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function find(text: string, sites: SiteView[]): Command[] {
  const wanted = text.trim().toLowerCase();
  const has = (...values: string[]) => values.some((value) => value.toLowerCase().includes(wanted));
  const pages = PAGES.filter(({ label, words }) => has(label, words)).map(({ path, label }): Command => ({
    key: `page ${path}`,
    kind: '页面',
    label,
    href: path,
  }));
  if (wanted === '') return pages;
  const search: Command = {
    key: 'search',
    kind: '搜索',
    label: `在文章中搜索“${text.trim()}”`,
    href: `/articles?q=${encodeURIComponent(text.trim())}`,
  };
  const places = sites.flatMap((site): Command[] => [
    ...(has(site.name, site.code, site.host)
      ? [{ key: `site ${site.code}`, kind: '站点', label: site.name, note: site.host, href: `/sites?q=${site.code}` }]
      : []),
    ...site.targets
      .filter(({ name, code }) => has(name, code))
      .map(({ name, code }) => ({
        key: `target ${code}`,
        kind: '目标',
        label: name,
        note: site.name,
        href: `/targets?q=${encodeURIComponent(code)}`,
      })),
  ]);
  return [...pages, ...places.slice(0, SHOWN), search];
}
