type LogCall = (fields: Record<string, unknown>, message: string) => void;

/** The part of pino's face that the fetch chain uses. */
export interface FetchLogger {
  debug: LogCall;
  info: LogCall;
  warn: LogCall;
  error: LogCall;
}

const nothing: LogCall = () => undefined;

/** For callers that keep no log. */
export const silentLogger: FetchLogger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
