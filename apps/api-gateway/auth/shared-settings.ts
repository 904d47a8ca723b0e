/** Settings that all replicas share. */
export abstract class SharedSettings {
  abstract get<T>(key: string): Promise<T | null>;
  abstract set(key: string, value: unknown): Promise<void>;
}
