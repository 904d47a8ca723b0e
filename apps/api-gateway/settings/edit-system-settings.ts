import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type AlertSettings,
  readSystemSettings,
  type RetentionSettings,
  type SystemSettings,
  SYSTEM_SETTINGS_KEY,
  type SystemSettingsView,
} from '@govcrawler/contracts';
import { AuditLog } from '../audit/audit-log.js';
import { type Actor } from '../auth/actor.decorator.js';
import { SharedSettings } from '../auth/shared-settings.js';
import { ProblemException } from '../http/problem.js';

export interface SystemSettingsChange {
  retention?: Partial<RetentionSettings>;
  alerts?: Partial<AlertSettings>;
}

/** Reads and changes how the system looks after itself. */
@Injectable()
export class EditSystemSettings {
  constructor(
    private readonly settings: SharedSettings,
    private readonly audit: AuditLog,
  ) {}

  async read(): Promise<SystemSettingsView> {
    return view(readSystemSettings(await this.settings.get(SYSTEM_SETTINGS_KEY)));
  }

  /** `version`: the state that the change is based on; null overwrites whatever is there. */
  async change(change: SystemSettingsChange, version: string | null, actor: Actor): Promise<SystemSettingsView> {
    let [before, after] = [readSystemSettings(null), readSystemSettings(null)];
    const changed = await this.settings.change(SYSTEM_SETTINGS_KEY, (stored) => {
      before = readSystemSettings(stored);
      if (version !== null && version !== settingsVersion(before)) return undefined;
      after = readSystemSettings({
        retention: { ...before.retention, ...said(change.retention) },
        alerts: { ...before.alerts, ...said(change.alerts) },
      });
      return after;
    });
    if (!changed) throw new ProblemException('version_conflict');
    const entry = { actor, action: 'settings.update', subjectKey: SYSTEM_SETTINGS_KEY };
    await this.audit.append([{ ...entry, before: { ...before }, after: { ...after } }]);
    return view(after);
  }
}

function said(fields: object | undefined): object {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined));
}

function view(settings: SystemSettings): SystemSettingsView {
  return { ...settings, defaults: readSystemSettings(null), version: settingsVersion(settings) };
}

/** Names the state of a document of settings. */
export function settingsVersion(settings: object): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16);
}
