import { Command, InvalidArgumentError } from 'commander';

/** What a Kubernetes CronJob asks for. */
export interface OnceCommand {
  target: string;
  once: true;
  force: boolean;
  maxItems: number | null;
  json: boolean;
}

/** Reads the command line; commander's own errors (code `commander.*`) mean wrong usage or a request for help. */
export function parseOnceCommand(args: readonly string[]): OnceCommand {
  const program = new Command('crawl-worker')
    .description(
      'Without arguments: takes jobs until it is stopped. With --target and --once: runs one crawl and ends.',
    )
    .requiredOption('--target <code>', 'target to crawl, site__column')
    .option('--once', 'crawl the target once, in its turn on the lane of its host, then end')
    .option('--force', 'walk the whole list and fetch known documents again', false)
    .option('--max-items <number>', 'store at most so many documents', positiveNumber)
    .option('--json', 'print the outcome as one line of JSON', false)
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 failed or cancelled, 2 wrong usage or unknown target, 3 target or site disabled,' +
        '\n75 try again later: the host is cooling, or the crawl was interrupted and is back in the queue.',
    )
    .showHelpAfterError()
    .exitOverride()
    .parse(args, { from: 'user' });
  const { target, once, force, maxItems, json } = program.opts<
    Partial<OnceCommand> & { target: string; force: boolean; json: boolean }
  >();
  if (!once) program.error('error: --target needs --once: a service takes jobs of all targets', { exitCode: 2 });
  return { target, once: true, force, maxItems: maxItems ?? null, json };
}

function positiveNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('must be a whole number of at least 1');
  return Number(text);
}
