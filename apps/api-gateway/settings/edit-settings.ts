import { Injectable } from '@nestjs/common';
import {
  type PersistedSettings,
  readPersistedSettings,
  type RssSettings,
  UI_SETTINGS_KEY,
} from '@govcrawler/contracts';
import { AuditLog } from '../audit/audit-log.js';
import { type Actor } from '../auth/actor.decorator.js';

/** Where settings are kept. */
export abstract class EditableSettings {
  abstract get<T>(key: string): Promise<T | null>;
  abstract set(key: string, value: unknown): Promise<void>;
}

/** Reads and changes what operators set for everybody. */
@Injectable()
export class EditSettings {
  constructor(
    private readonly settings: EditableSettings,
    private readonly audit: AuditLog,
  ) {}

  async read(): Promise<PersistedSettings> {
    return readPersistedSettings(await this.settings.get(UI_SETTINGS_KEY));
  }

  async change(change: { rss?: Partial<RssSettings> }, actor: Actor): Promise<PersistedSettings> {
    const stored = (await this.settings.get<Record<string, unknown>>(UI_SETTINGS_KEY)) ?? {};
    const before = readPersistedSettings(stored);
    const said = Object.entries(change.rss ?? {}).filter(([, value]) => value !== undefined);
    const after = readPersistedSettings({ rss: { ...before.rss, ...Object.fromEntries(said) } });
    // Other parts of the document belong to others.
    await this.settings.set(UI_SETTINGS_KEY, { ...stored, ...after });
    const entry = { actor, action: 'settings.update', subjectKey: UI_SETTINGS_KEY };
    await this.audit.append([{ ...entry, before: { ...before }, after: { ...after } }]);
    return after;
  }
}
