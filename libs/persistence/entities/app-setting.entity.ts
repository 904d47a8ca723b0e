import { entityOf, primary, type EntityColumns } from '../schema/entity-columns.js';

export class AppSettingEntity {
  settingKey: string;
  /** Wrapped, because drivers disagree on how a bare JSON string comes back. */
  valueJson: { value: unknown };
  updatedAt: Date;
}

export const appSettingEntity = (c: EntityColumns) =>
  entityOf(AppSettingEntity, 'app_settings', {
    settingKey: primary(c.text()),
    valueJson: c.json(),
    updatedAt: c.insertTime(),
  });
