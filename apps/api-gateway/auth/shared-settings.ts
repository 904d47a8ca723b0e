/** Settings that all replicas share. */
export abstract class SharedSettings {
  abstract get<T>(key: string): Promise<T | null>;
  abstract set(key: string, value: unknown): Promise<void>;
  /** By what it is now, one change at a time; `undefined` leaves it, and the answer is false. */
  abstract change<T>(key: string, next: (current: T | null) => T | undefined): Promise<boolean>;
}
