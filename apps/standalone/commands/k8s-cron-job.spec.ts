import { cronJobOf } from './k8s-cron-job.js';

const jobOf = (code: string) => cronJobOf({ code }, '30 2 * * *', { image: 'registry.example/worker:1' });

describe('a CronJob of a target', () => {
  it('runs in Beijing time, never beside itself', () => {
    const job = jobOf('gdqy__tzgg');
    expect(job.spec).toMatchObject({
      schedule: '30 2 * * *',
      timeZone: 'Asia/Shanghai',
      concurrencyPolicy: 'Forbid',
    });
    const { containers, restartPolicy } = job.spec.jobTemplate.spec.template.spec;
    expect(containers[0]!.args).toEqual(['--target', 'gdqy__tzgg', '--once', '--json']);
    // A pod failure policy is only allowed with it.
    expect(restartPolicy).toBe('Never');
  });

  it.each(['gdqy__tzgg', 'A', '清远__通知', `x__${'y'.repeat(200)}`, '__', 'a.b/c d'])(
    'has a valid name for %j',
    (code) => {
      expect(jobOf(code).metadata.name).toMatch(/^[a-z0-9]([a-z0-9-]{0,50}[a-z0-9])$/);
    },
  );

  it('has another name for every code', () => {
    const codes = ['a__b', 'a-b', 'a_b', 'A__B', `x${'y'.repeat(99)}1`, `x${'y'.repeat(99)}2`];
    expect(new Set(codes.map((code) => jobOf(code).metadata.name)).size).toBe(codes.length);
  });
});
