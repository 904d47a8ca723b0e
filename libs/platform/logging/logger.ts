import { pino, type Logger as PinoLogger, type DestinationStream } from 'pino';

/** Structured log: a constant message and fields. Bind context once with `child`. */
export type Logger = PinoLogger;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Values that never belong in a log, wherever they stand. */
const SECRET_PATHS = ['password', 'authorization', 'cookie', 'token', '*.password', '*.authorization', '*.cookie'];

/** One logger per process; services bind their name, jobs bind jobId, site, target, host and attempt. */
export function createLogger(name: string, level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    name,
    level,
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options, pino.destination({ fd: 2, sync: true }));
}

/** The address without its password, for messages and logs. */
export function redactUrl(address: string): string {
  if (!URL.canParse(address)) return '[not an address]';
  const url = new URL(address);
  if (url.password) url.password = '***';
  return url.toString();
}
