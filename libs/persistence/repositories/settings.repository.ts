import { type DataSource } from 'typeorm';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { AppSettingEntity } from '../entities/app-setting.entity.js';
import { storedCode } from '../sanitise/stored-code.js';
import { Dialect } from '../schema/dialect.js';

/** Settings that people change while the system runs. */
export class SettingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async get<T>(key: string): Promise<T | null> {
    const row = await this.dataSource
      .createQueryBuilder(AppSettingEntity, 'setting')
      .where('setting.settingKey = :key', { key: storedKey(key) })
      .getOne();
    return row ? (row.valueJson.value as T) : null;
  }

  async set(key: string, value: unknown): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const valueJson = { value };
      if (await insertIfAbsent(manager, AppSettingEntity, { settingKey: key, valueJson })) return;
      const values = { valueJson, updatedAt: () => Dialect.of(manager.dataSource).now };
      await updateRows(manager, AppSettingEntity, values, 'setting_key = :key', {
        key: storedKey(key),
      });
    });
  }

  /** By what it is now, one change at a time; `undefined` leaves it, and the answer is false. */
  change<T>(key: string, next: (current: T | null) => T | undefined): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      await insertIfAbsent(manager, AppSettingEntity, { settingKey: key, valueJson: { value: null } });
      const row = await manager
        .createQueryBuilder(AppSettingEntity, 'setting')
        .setLock('pessimistic_write')
        .where('setting.settingKey = :key', { key: storedKey(key) })
        .getOneOrFail();
      const value = next(row.valueJson.value as T | null);
      if (value === undefined) return false;
      const values = { valueJson: { value }, updatedAt: () => Dialect.of(manager.dataSource).now };
      await updateRows(manager, AppSettingEntity, values, 'setting_key = :key', { key: storedKey(key) });
      return true;
    });
  }
}

function storedKey(key: string): string {
  return storedCode('app_settings', 'setting_key', key);
}
