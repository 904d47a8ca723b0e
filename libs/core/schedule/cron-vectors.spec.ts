import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cronProblem, parseCron, type CronExpression } from './cron-expression.js';

/*
 * Vectors recorded from the tests of other cron libraries; opt-in, since they are not part of the repository.
 * Only the common dialect counts: five fields on a clock without summer time.
 */
const folder = process.env.GOVCRAWLER_CORPORA ? join(process.env.GOVCRAWLER_CORPORA, 'cron') : null;
const available = folder !== null && existsSync(folder);
if (!available) process.stderr.write('cron vectors skipped: GOVCRAWLER_CORPORA names no folder with cron/\n');

interface Vector {
  test: string;
  expression: string;
  start?: string;
  options?: { currentDate?: string; endDate?: string; tz?: string; strict?: boolean };
  next: string[];
  prev: string[];
}

const load = (file: string): Vector[] =>
  available ? (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Vector[]) : [];
const fieldCount = ({ expression }: Vector) => expression.trim().split(/\s+/).filter(Boolean).length;
const utc = (text: string) => Date.parse(/Z$|[+-]\d\d(:?\d\d)?$/.test(text) ? text : `${text}Z`);
const offsetOf = (tz: string | undefined) => ({ UTC: 0, 'Asia/Shanghai': 480 })[tz ?? 'UTC'];

const vectors = [...load('croniter-vectors.json'), ...load('cron-parser-vectors.json')];
const invalid = [...load('croniter-invalid.json'), ...load('cron-parser-invalid.json')];
const five = vectors.filter((vector) => fieldCount(vector) === 5 && offsetOf(vector.options?.tz) !== undefined);
const otherCount = vectors.filter((vector) => fieldCount(vector) !== 5);

function runs(cron: CronExpression, step: 'next' | 'previous', start: number, count: number): string[] {
  const found: string[] = [];
  for (let at: number | null = start; found.length < count;) {
    at = cron[step](at);
    if (at === null) break;
    found.push(new Date(at).toISOString());
  }
  return found;
}

(available ? describe : describe.skip)('vectors of other cron libraries', () => {
  it('finds the runs of all five-field expressions', () => {
    expect(five.length).toBeGreaterThan(100);
    const wrong = five.flatMap((vector) => {
      const parsed = parseCron(vector.expression, offsetOf(vector.options?.tz));
      if (!parsed.ok) return [`${vector.expression}: ${parsed.problem.message}`];
      const start = utc(vector.start ?? vector.options?.currentDate ?? '');
      const asIso = (texts: string[]) => texts.map((text) => new Date(utc(text)).toISOString());
      const next = runs(parsed.cron, 'next', start, vector.next.length);
      const previous = runs(parsed.cron, 'previous', start, vector.prev.length);
      const right = String([next, previous]) === String([asIso(vector.next), asIso(vector.prev)]);
      return right
        ? []
        : [
            `${vector.expression} from ${new Date(start).toISOString()}: ${String(next)} | ${String(previous)}, not ${String(vector.next)} | ${String(vector.prev)}`,
          ];
    });
    expect(wrong).toEqual([]);
  });

  it('refuses what they refuse', () => {
    // Refused there only in a strict mode that forbids to restrict both days; our dialect allows that.
    const accepted = invalid.filter((vector) => !vector.options?.strict && cronProblem(vector.expression) === null);
    expect(accepted.map(({ expression }) => expression)).toEqual([]);
  });

  it('refuses four and six fields, which some of them accept', () => {
    expect(otherCount.length).toBeGreaterThan(20);
    expect(otherCount.filter(({ expression }) => cronProblem(expression) === null)).toEqual([]);
  });
});
