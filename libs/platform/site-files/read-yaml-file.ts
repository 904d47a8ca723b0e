import { readFileSync } from 'node:fs';
import { ConfigError } from '@govcrawler/core';
import { parse } from 'yaml';

/** The content of a YAML file; whoever asks checks its shape. */
export function readYamlFile(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new ConfigError(`Cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
}
